// One match over the client that was generated for TypeScript: node play.js http://localhost:8080 schiefer
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const [base = "", game = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: base });

function must<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const { match, host_token } = must(await api.POST("/v1/matches", { body: { game, seats: 2 } }));
const params = { path: { match } };
const tokens = new Map<number, string>();
for (const name of ["Ada", "Bob"]) {
  const seated = must(await api.POST("/v1/matches/{match}/seats", { params, body: { name } }));
  tokens.set(seated.seat, seated.seat_token);
}
must(await api.POST("/v1/matches/{match}/start", { params, body: {}, headers: bearer(host_token) }));
const seen = must(await api.GET("/v1/matches/{match}", { params }));
if ("game" in seen && seen.game === "schiefer") {
  // The name of the game tells its types apart: without it this would not compile. Others bring games of their own.
  const rounds: number | undefined = seen.options.stall_rounds;
  if (rounds === undefined) throw new Error("Schiefer has an option that nobody told of");
}
const again = await api.POST("/v1/matches/{match}/start", { params, body: {}, headers: bearer(host_token) });
if (again.error?.code === undefined) throw new Error(`a match of ${game} started twice`);
const listing = must(await api.GET("/v1/matches", { params: { query: { limit: 10 } } }));
if (!("matches" in listing) || listing.matches.length === 0) throw new Error("the match is not listed");
for (;;) {
  const { turn, version, commands } = must(await api.GET("/v1/matches/{match}/commands", { params }));
  const chosen = commands[version % commands.length];
  if (turn === null || chosen === undefined) break;
  const headers = bearer(tokens.get(turn) ?? "");
  must(await api.POST("/v1/matches/{match}/commands", { params, body: chosen.command, headers }));
}
let ends = 0;
for (let after = 0; after < 800; after += 200) {
  const query = { after, limit: 200 };
  const page = must(await api.GET("/v1/matches/{match}/entries", { params: { ...params, query } }));
  if (typeof page !== "object" || !("entries" in page)) throw new Error("these are no entries");
  for (const event of page.entries.flatMap((entry) => entry.events)) {
    // The type tells events apart, once it is known that there is one.
    if ("type" in event && event.type === "match_ended" && event.because) ends += 1;
  }
}
if (ends !== 1) throw new Error(`${game} ended ${ends} times`);
const { final, totals, version } = must(await api.GET("/v1/matches/{match}/score", { params }));
if (!final) throw new Error(`${game} did not come to its end`);
console.log(`TypeScript: ${game} played in ${version} entries, ${totals.join(" : ")}`);
