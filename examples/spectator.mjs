// Watches a match: every event in words as it happens, and the score at the end.
//
//     node examples/spectator.mjs http://localhost:8080 MATCH [LANGUAGE]
const [base, match, lang = "en"] = process.argv.slice(2);
const path = `${base}/v1/matches/${match}`;
const json = async (url) => (await fetch(`${url}?lang=${lang}`)).json();
let [seen, rest, over, { game, seats }] = [0, 2000, false, await json(path)];
const { words } = await json(`${base}/v1/games/${game}/words`);
const named = (value, field) => {
  if (Array.isArray(value)) return value.map((part) => named(part, field)).join(", ") || "–";
  if (Object(value) === value) return Object.entries(value).map((pair) => pair.map((part) => named(part)).join(": ")).join(", ");
  return (/^(seat|starter|order)$/.test(field) && seats[value]?.name) || (words.components[value] ?? String(value));
};
const told = (event) => words.events[event.type].replace(/{(\w+)}/g, (_, field) => named(event[field], field));
const watch = async (block) => {
  if (block.startsWith("retry: ")) rest = Number(block.slice(7));
  if (!block.startsWith("id: ")) return;
  const { version, actor, events } = JSON.parse(block.split("\ndata: ")[1]);
  if (events.some(({ type }) => type === "seat_taken")) ({ seats } = await json(path));
  console.log(`${(seen = version)}\t${actor}\t${events.map(told).join("; ")}`);
};
for (; !over; await new Promise((wake) => setTimeout(wake, rest))) try {
  const stream = await fetch(`${path}/entries`, { headers: { Accept: "text/event-stream", "Last-Event-ID": `${seen}` } });
  over = stream.status === 204; // everything was sent
  let text = "";
  for await (const part of over ? [] : stream.body.pipeThrough(new TextDecoderStream()))
    for (text += part; text.includes("\n\n"); text = text.slice(text.indexOf("\n\n") + 2)) await watch(text.split("\n\n", 1)[0]);
} catch (lost) { console.error(`${lost}; goes on after ${seen}`); }
const [{ seats: all }, { places, totals }] = [await json(path), await json(`${path}/score`)];
all.forEach(({ seat, name }) => console.log(`${places[seat]}.\t${name}\t${totals[seat]}`));
