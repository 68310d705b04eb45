"""What a schema of the document asks for, made up: often right, sometimes just beyond its bounds."""

from __future__ import annotations

from support.fuzz.values import any_value

REF = "#/components/schemas/"
DEEPEST = 6


class Inventor:
    """Makes values that fit a schema of this document."""

    def __init__(self, document, words):
        self.schemas = document["components"]["schemas"]
        self.words = words  # for strings: ids, names, types

    def invent(self, random, schema, depth=0):
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].removeprefix(REF)]
        for choices in ("anyOf", "oneOf"):
            if choices in schema:
                return self.invent(random, random.choice(schema[choices]), depth)
        if "const" in schema or "enum" in schema:
            return schema["const"] if "const" in schema else random.choice(schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = random.choice(kind)
        return self.invent_by_type(random, kind, schema, depth)

    def invent_by_type(self, random, kind, schema, depth):
        if kind == "object":
            return self.invent_object(random, schema, depth)
        if kind == "array":
            most = min(schema.get("maxItems", 3), 3) if depth < DEEPEST else schema.get("minItems", 0)
            count = random.randint(min(schema.get("minItems", 0), most), most)
            return [self.invent(random, schema.get("items", {}), depth + 1) for _ in range(count)]
        if kind in ("integer", "number"):
            return invent_number(random, schema)
        if kind == "string":
            return random.choice(self.words)
        return {"boolean": random.random() < 0.5, "null": None}.get(kind, any_value(random))

    def invent_object(self, random, schema, depth):
        required = schema.get("required", ())
        return {
            name: self.invent(random, part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in required or (depth < DEEPEST and random.random() < 0.5)
        }


def invent_number(random, schema):
    least = schema.get("minimum", 0)
    most = schema.get("maximum", least + 10)
    return random.choice((least, least, min(least + 1, most), most, least - 1, most + 1))
