"""Is a value what a JSON Schema says? Knows the keywords our document uses, and complains about any other."""

from __future__ import annotations

import re

IGNORED = {"title", "description", "default", "example", "examples", "format", "discriminator", "readOnly"}
IGNORED |= {
    "x-extensible-enum",
    "unevaluatedProperties",
}  # known values bind nobody; closed members: see `reference`
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def misfits(value, schema, document, place="$"):
    """Where and why the value does not fit; nothing if it fits."""
    for keyword, wanted in schema.items():
        if keyword not in IGNORED:
            yield from KEYWORDS[keyword](value, wanted, schema, document, place)


def reference(value, pointer, schema, document, place):
    target = document
    for part in pointer.removeprefix("#/").split("/"):
        target = target[part.replace("~1", "/").replace("~0", "~")]
    yield from misfits(value, target, document, place)
    if schema.get("unevaluatedProperties") is False and isinstance(value, dict):
        for name in value.keys() - members_of(value, target, document):
            yield f"{place}: {name} is not known"


def members_of(value, schema, document):
    """The names that a schema says something of, those of a union if its member fits."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return members_of(value, document["components"]["schemas"][name], document)
    if schema.get("unevaluatedProperties") is True:
        return set(value)
    found = set(schema.get("properties", ()))
    for member in schema.get("anyOf", ()):
        if not list(misfits(value, member, document)):
            found |= members_of(value, member, document)
    return found


def all_of(value, members, _, document, place):
    for member in members:
        yield from misfits(value, member, document, place)


def not_(value, schema, _, document, place):
    if not list(misfits(value, schema, document, place)):
        yield f"{place}: {value!r} is what it must not be"


def type_(value, names, _, __, place):
    names = [names] if isinstance(names, str) else names
    fits = any(isinstance(value, TYPES[name]) for name in names)
    if not fits or (isinstance(value, bool) and "boolean" not in names):
        yield f"{place}: {value!r} is no {' or '.join(names)}"


def any_of(value, options, schema, document, place):
    tag = schema.get("discriminator", {}).get("propertyName")
    if tag:  # the union itself says which one is meant
        mapping = schema["discriminator"]["mapping"]
        target = mapping.get(value.get(tag)) if isinstance(value, dict) else None
        if target is None:
            yield f"{place}: {value!r} is none of {', '.join(mapping)}"
        else:
            yield from reference(value, target, schema, document, place)
        return
    wrong = [list(misfits(value, option, document, place)) for option in options]
    if all(wrong):
        yield f"{place}: fits none of {len(options)}, of the last not because {wrong[-1][0]}"


def one_of(value, options, schema, document, place):
    yield from any_of(value, options, schema, document, place)


def properties(value, known, schema, document, place):
    if isinstance(value, dict):
        for name in value.keys() & known.keys():
            yield from misfits(value[name], known[name], document, f"{place}.{name}")


def required(value, names, _, __, place):
    if isinstance(value, dict):
        yield from (f"{place}: {name} is missing" for name in names if name not in value)


def additional(value, wanted, schema, document, place):
    if isinstance(value, dict):
        for name in value.keys() - schema.get("properties", {}).keys():
            if wanted is False:
                yield f"{place}: {name} is not known"
            elif isinstance(wanted, dict):
                yield from misfits(value[name], wanted, document, f"{place}.{name}")


def property_names(value, wanted, _, document, place):
    if isinstance(value, dict):
        for name in value:
            yield from misfits(name, wanted, document, f"{place}: the name {name}")


def items(value, wanted, schema, document, place):
    if isinstance(value, list):
        rest = value[len(schema.get("prefixItems", ())) :]
        if wanted is False and rest:
            yield f"{place}: {len(rest)} too many"
        elif isinstance(wanted, dict):
            for number, item in enumerate(rest):
                yield from misfits(item, wanted, document, f"{place}[{number}]")


def prefix_items(value, wanted, _, document, place):
    if isinstance(value, list):
        for number, (item, schema) in enumerate(zip(value, wanted, strict=False)):
            yield from misfits(item, schema, document, f"{place}[{number}]")


def holds(fits):
    def rule(value, wanted, _, __, place):
        if not fits(value, wanted):
            yield f"{place}: {value!r} is not as {wanted!r} wants it"

    return rule


def whenever(kind, fits):
    return holds(lambda value, wanted: not isinstance(value, kind) or fits(value, wanted))


KEYWORDS = {
    "$ref": reference,
    "type": type_,
    "anyOf": any_of,
    "oneOf": one_of,
    "allOf": all_of,
    "not": not_,
    "properties": properties,
    "required": required,
    "additionalProperties": additional,
    "propertyNames": property_names,
    "items": items,
    "prefixItems": prefix_items,
    "enum": holds(lambda value, wanted: value in wanted),
    "const": holds(lambda value, wanted: value == wanted),
    "minimum": whenever(int, lambda value, wanted: value >= wanted),
    "maximum": whenever(int, lambda value, wanted: value <= wanted),
    "minLength": whenever(str, lambda value, wanted: len(value) >= wanted),
    "maxLength": whenever(str, lambda value, wanted: len(value) <= wanted),
    "minItems": whenever(list, lambda value, wanted: len(value) >= wanted),
    "maxItems": whenever(list, lambda value, wanted: len(value) <= wanted),
    "uniqueItems": whenever(
        list, lambda value, wanted: not wanted or len({repr(item) for item in value}) == len(value)
    ),
    "maxProperties": whenever(dict, lambda value, wanted: len(value) <= wanted),
    "pattern": whenever(str, lambda value, wanted: re.search(wanted, value)),
}
