// Watches a match: every entry in words as it happens, and the score at the end.
//     node examples/spectator.mjs http://localhost:8080 MATCH [LANGUAGE]
const [base, match, lang = "en"] = process.argv.slice(2);
const path = `${base}/v1/matches/${match}`;
const json = async (url) => (await fetch(`${url}?lang=${lang}`)).json();
let [seen, rest, over, story, upTo] = [0, 2000, false, [], 0];
const told = async (version) => {
  if (version > upTo) {
    const body = await fetch(`${path}/story?lang=${lang}`, { headers: { Accept: "application/x-ndjson" } });
    story = (await body.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    upTo = Math.max(version, story.at(-1)?.version ?? 0);
  }
  return story.filter((line) => line.version === version).map(({ text }) => text).join("; ");
};
const watch = async (block) => {
  if (block.startsWith("retry: ")) rest = Number(block.slice(7));
  if (!block.startsWith("id: ")) return;
  const { version, actor } = JSON.parse(block.split("\ndata: ")[1]);
  const words = await told(version); // if this fails, the entry is asked for again
  console.log(`${(seen = version)}\t${actor}\t${words}`);
};
for (; !over; await new Promise((wake) => setTimeout(wake, rest))) try {
  const stream = await fetch(`${path}/entries`, { headers: { Accept: "text/event-stream", "Last-Event-ID": `${seen}` } });
  over = stream.status === 204; // everything was sent
  let text = "";
  for await (const part of over ? [] : stream.body.pipeThrough(new TextDecoderStream()))
    for (text += part; text.includes("\n\n"); text = text.slice(text.indexOf("\n\n") + 2)) await watch(text.split("\n\n", 1)[0]);
} catch (lost) { console.error(`${lost}; goes on after ${seen}`); }
const [{ seats }, { places, totals }] = [await json(path), await json(`${path}/score`)];
seats.forEach(({ seat, name }) => console.log(`${places[seat]}.\t${name}\t${totals[seat]}`));
