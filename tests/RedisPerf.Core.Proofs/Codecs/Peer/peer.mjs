// Reads cases as JSON from standard input and answers as JSON on standard output.
//   documents: [{ name, json, ours }]        json and ours in base64
//     → [{ name, difference, theirs }]       difference is null where our bytes hold the document's value
//   integers: { texts, ours }                decimal texts of 64-bit integers, and our array of them
//     → { decoded, theirs }                  what the peer reads in ours, and its own array of them
import { deepStrictEqual } from "node:assert";
import { text } from "node:stream/consumers";
import { decode, encode } from "@msgpack/msgpack";

const bytes = (base64) => Buffer.from(base64, "base64");
const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

const { documents, integers } = JSON.parse(await text(process.stdin));

const answers = documents.map(({ name, json, ours }) => {
  const value = JSON.parse(bytes(json).toString("utf8"));
  let difference = null;
  try {
    deepStrictEqual(decode(bytes(ours)), value);
  } catch (error) {
    difference = String(error.message).slice(0, 500);
  }
  return { name, difference, theirs: base64(encode(value)) };
});

console.log(JSON.stringify({
  documents: answers,
  integers: {
    decoded: decode(bytes(integers.ours), { useBigInt64: true }).map(String),
    theirs: base64(encode(integers.texts.map(BigInt), { useBigInt64: true })),
  },
}));
