// Uploads a payload without leaving the form of a new run, and shows its values and its form.
import { base } from './base.js';

/**
 * @param {?HTMLSelectElement} chosen the field with the stored payloads
 * @param {() => URLSearchParams} values those of the form
 * @param {() => void} onChange called when an uploaded payload is selected
 */
export function payloadUpload(chosen, values, onChange) {
  const understood = document.getElementById('payload-understood');
  const report = (text, isError) => {
    understood.textContent = text;
    understood.classList.toggle('field-error', isError);
  };

  /** Stores a file and selects it. @param {File} file */
  async function store(file) {
    report(`${file.name} is being uploaded …`, false);
    const fields = new URLSearchParams({ name: file.name });
    const format = document.getElementById('payload-format').value;
    if (format !== 'auto') {
      fields.set('format', format);
    }
    try {
      const response = await fetch(`${base}/api/payloads?${fields}`, {
        method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      });
      const answer = await response.json();
      if (!response.ok) {
        report(Object.values(answer.errors ?? {}).flat().join(' ') || answer.detail || answer.title, true);
        return;
      }
      let option = [...chosen.options].find(({ value }) => value === answer.hash);
      if (!option) {
        option = new Option(file.name, answer.hash);
        chosen.add(option);
      }
      option.dataset.uploaded = 'true';
      option.selected = true;
      onChange();
    } catch {
      report('The upload failed. Check whether RedisPerf is running, and choose the file again.', true);
    }
  }

  document.getElementById('payload-file')?.addEventListener('change', ({ target }) => {
    if (target.files.length > 0) {
      store(target.files[0]);
      // The same file can be chosen again.
      target.value = '';
    }
  });
  // After its upload button, the page has the same values again.
  const form = document.getElementById('payload-upload');
  form?.addEventListener('submit', () => {
    form.elements.namedItem('returnTo').value = `/?${values()}`;
  });

  return {
    /** Shows the values and the form of the payload that was uploaded now. @param {?string} text */
    show(text) {
      const option = chosen?.selectedOptions[0];
      if (text && option?.dataset.uploaded) {
        option.textContent = text;
        understood.textContent = text;
      } else if (understood && !understood.classList.contains('field-error')) {
        understood.textContent = '';
      }
    },
  };
}
