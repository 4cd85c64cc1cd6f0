using System.Collections.Concurrent;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>Finds the members that code uses and the client of this process does not have, because it is another version than the one that
/// the program was built with. The runtime would find them when it compiles a method, during a run.</summary>
internal static class ClientMembers
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly Module Own = typeof(ClientMembers).Module;

    private static readonly Dictionary<short, OpCode> Instructions =
        typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => (OpCode)field.GetValue(null)!)
            .ToDictionary(code => code.Value);

    // A process has one client.
    private static readonly ConcurrentDictionary<MethodBase, MethodCode> ReadMethods = new();
    private static readonly ConcurrentDictionary<Type, Reason?> SearchedTypes = new();

    /// <summary>Null when the client has all members that a run of the case uses.</summary>
    public static Reason? FindMissing(Case item) =>
        FindMissing(typeof(CaseRunner)) ?? FindMissing(item.GetType()) ?? FindMissing(item.Strategy.Implementation)
        ?? (item.Shared is { } data ? FindMissing(data.GetType()) : null);

    /// <summary>Null when the client has all members that the methods of the type use, directly or in other methods of RedisPerf.</summary>
    public static Reason? FindMissing(Type type) =>
        SearchedTypes.GetOrAdd(type, unknown => Search(unknown) is { } member ? MissingMember(member) : null);

    public static Reason MissingMember(string member) => Reason.Of(ReasonCode.ClientLacks, ("client", ThisMachine.Client), ("member", member));

    private static string? Search(Type type)
    {
        var pending = new Stack<MethodBase>(MethodsOf(type));
        var seen = new HashSet<MethodBase>();
        while (pending.TryPop(out var method))
        {
            if (!seen.Add(method))
            {
                continue;
            }

            var code = ReadMethods.GetOrAdd(method, Read);
            if (code.Missing is not null)
            {
                return code.Missing;
            }

            foreach (var call in code.Calls)
            {
                pending.Push(call);
            }
        }

        return null;
    }

    private static MethodCode Read(MethodBase method)
    {
        var (calls, token) = (new List<MethodBase>(), 0);
        try
        {
            if (method.GetCustomAttribute<StateMachineAttribute>() is { } machine)
            {
                calls.AddRange(MethodsOf(machine.StateMachineType));
            }

            var types = method.DeclaringType is { IsGenericType: true } generic ? generic.GetGenericArguments() : null;
            var methods = method.IsGenericMethod ? method.GetGenericArguments() : null;
            if (method.GetMethodBody() is { } body)
            {
                foreach (var used in TokensOf(body.GetILAsByteArray()!))
                {
                    var member = method.Module.ResolveMember(token = used, types, methods);
                    if (member is MethodBase called && IsOwn(called))
                    {
                        calls.Add(DefinitionOf(called));
                    }

                    if (member is ConstructorInfo { DeclaringType: { } created } && created.Module == Own)
                    {
                        calls.AddRange(MethodsOf(created).Where(own => own.IsVirtual));
                    }
                }
            }

            return new(null, calls);
        }
        catch (TypeLoadException exception)
        {
            return new(exception.TypeName.Split('.')[^1], calls);
        }
        catch (MissingMemberException)
        {
            return new(MemberName.Of(method.Module, token), calls);
        }
    }

    // With those of its base types. A method that code calls by an interface or a base type is one of the type that it creates.
    private static IEnumerable<MethodBase> MethodsOf(Type type) => type.GetMethods(All).Where(IsOwn).Select(DefinitionOf);

    private static bool IsOwn(MethodBase method) => method.Module == Own;

    // A method of a generic type, or a generic method, without its arguments; as the type that declares it has it.
    private static MethodBase DefinitionOf(MethodBase method) => method.Module.ResolveMethod(method.MetadataToken)!;

    private static IEnumerable<int> TokensOf(byte[] code)
    {
        for (var position = 0; position < code.Length;)
        {
            var value = code[position] == 0xfe ? (short)(0xfe00 | code[position + 1]) : code[position];
            var instruction = Instructions[value];
            position += instruction.Size;
            switch (instruction.OperandType)
            {
                case OperandType.InlineMethod or OperandType.InlineField or OperandType.InlineType or OperandType.InlineTok:
                    yield return BitConverter.ToInt32(code, position);
                    position += 4;
                    break;
                case OperandType.InlineSwitch:
                    position += 4 + (4 * BitConverter.ToInt32(code, position));
                    break;
                case OperandType.InlineNone:
                    break;
                case OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar:
                    position += 1;
                    break;
                case OperandType.InlineVar:
                    position += 2;
                    break;
                case OperandType.InlineI8 or OperandType.InlineR:
                    position += 8;
                    break;
                default:
                    position += 4;
                    break;
            }
        }
    }

    /// <param name="Missing">The first member that the client does not have; null when it has all.</param>
    /// <param name="Calls">The methods of RedisPerf that it can call.</param>
    private sealed record MethodCode(string? Missing, IReadOnlyList<MethodBase> Calls);
}
