using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The name of a member that code refers to, even when it does not exist:
/// <c>IDatabaseAsync.StringGetAsync(RedisKey, CommandFlags)</c>.</summary>
internal static class MemberName
{
    /// <param name="module">The code that refers to it.</param>
    /// <param name="token">The reference.</param>
    public static string Of(Module module, int token)
    {
        using var file = new PEReader(File.OpenRead(module.FullyQualifiedName));
        var metadata = file.GetMetadataReader();
        var handle = MetadataTokens.EntityHandle(token);
        if (handle.Kind == HandleKind.MethodSpecification)
        {
            handle = metadata.GetMethodSpecification((MethodSpecificationHandle)handle).Method;
        }

        var member = metadata.GetMemberReference((MemberReferenceHandle)handle);
        var names = new TypeNames();
        var type = member.Parent.Kind == HandleKind.TypeReference
            ? names.GetTypeFromReference(metadata, (TypeReferenceHandle)member.Parent, 0)
            : names.GetTypeFromSpecification(metadata, null, (TypeSpecificationHandle)member.Parent, 0);
        var parameters =
            member.GetKind() == MemberReferenceKind.Method ? $"({string.Join(", ", member.DecodeMethodSignature(names, null).ParameterTypes)})" : "";
        return $"{type}.{metadata.GetString(member.Name)}{parameters}";
    }

    // Without namespaces.
    private sealed class TypeNames : ISignatureTypeProvider<string, object?>
    {
        public string GetPrimitiveType(PrimitiveTypeCode typeCode) => typeCode.ToString();

        public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
            reader.GetString(reader.GetTypeDefinition(handle).Name);

        public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
            reader.GetString(reader.GetTypeReference(handle).Name).Split('`')[0];

        public string GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
            reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

        public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
            genericType == nameof(Nullable) ? $"{typeArguments[0]}?" : $"{genericType}<{string.Join(", ", typeArguments)}>";

        public string GetGenericMethodParameter(object? genericContext, int index) => $"T{index}";

        public string GetGenericTypeParameter(object? genericContext, int index) => $"T{index}";

        public string GetSZArrayType(string elementType) => $"{elementType}[]";

        public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

        public string GetByReferenceType(string elementType) => $"ref {elementType}";

        public string GetPointerType(string elementType) => $"{elementType}*";

        public string GetPinnedType(string elementType) => elementType;

        public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

        public string GetFunctionPointerType(MethodSignature<string> signature) => "delegate*";
    }
}
