// Watches a match: every event in words as it happens, and the score at the end.
//
//     node examples/spectator.mjs http://localhost:8080 MATCH [LANGUAGE]
const [base, match, lang = "en"] = process.argv.slice(2);
const path = `${base}/v1/matches/${match}`;
const json = async (part) => (await fetch(path + part)).json();

async function* events(after) {
  const headers = { Accept: "text/event-stream", "Last-Event-ID": String(after) };
  const stream = await fetch(`${path}/entries`, { headers });
  if (stream.status !== 200) return; // 204: the match is over, and everything was sent
  let text = "";
  for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    yield* blocks.filter((block) => block.startsWith("id: ")).map((block) => JSON.parse(block.split("\ndata: ")[1]));
  }
  yield* events(seen);
}

let seen = 0;
for await (const entry of events(seen)) {
  seen = entry.version;
  console.log(`${entry.version}\t${entry.actor}\t${entry.command.type}\t${entry.events.map((event) => event.type).join(" ")}`);
}
const [{ seats }, score] = [await json(`?lang=${lang}`), await json(`/score?lang=${lang}`)];
seats.forEach(({ seat, name }) => console.log(`${score.places[seat]}.\t${name}\t${score.totals[seat]}`));
