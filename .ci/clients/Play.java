// One match over the client that OpenAPI Generator makes for Java: java Play http://localhost:8080 schiefer
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.grubenbuch.ApiClient;
import org.grubenbuch.ApiException;
import org.grubenbuch.api.EntriesApi;
import org.grubenbuch.api.GamesApi;
import org.grubenbuch.api.MatchesApi;
import org.grubenbuch.api.PlayApi;
import org.grubenbuch.api.SeatsApi;
import org.grubenbuch.api.WebhooksApi;
import org.grubenbuch.model.AbstractOpenApiSchema;
import org.grubenbuch.model.CommandsAnswer;
import org.grubenbuch.model.EntryWritten;
import org.grubenbuch.model.NewMatch;
import org.grubenbuch.model.NewSeat;
import org.grubenbuch.model.NewWebhook;
import org.grubenbuch.model.OpenedAnswer;
import org.grubenbuch.model.Offered;
import org.grubenbuch.model.Problem;
import org.grubenbuch.model.ScoreAnswer;
import org.grubenbuch.model.SeatedAnswer;
import org.grubenbuch.model.SubmitCommandRequest;
import org.grubenbuch.model.WebhookKind;

public final class Play {
  private final String base;
  private final String game;
  private final String match;
  private final ApiClient host;
  private final PlayApi play;
  private final Map<Long, PlayApi> players = new HashMap<>();

  private Play(String base, String game) throws ApiException {
    this.base = base;
    this.game = game;
    OpenedAnswer opened = new MatchesApi(client(null)).openMatch(new NewMatch().game(game).seats(2), null, null, null);
    match = opened.getMatch();
    host = client(opened.getHostToken());
    play = new PlayApi(client(null));
  }

  private ApiClient client(String token) {
    ApiClient made = new ApiClient();
    made.updateBaseUri(base);
    if (token != null) made.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return made;
  }

  private void ofGame(String kind, AbstractOpenApiSchema union) {
    String promised = game.substring(0, 1).toUpperCase(Locale.ROOT) + game.substring(1) + kind;
    String came = union.getActualInstance().getClass().getSimpleName();
    if (!came.equals(promised)) throw new IllegalStateException(promised + " was promised, " + came + " came");
  }

  private void start() throws ApiException {
    new SeatsApi(host).startMatch(match, null, null, null, null, null, null, Map.of());
  }

  private void checkTypes() throws ApiException {
    ofGame("GameAnswer", new GamesApi(host).getGame(game, null, null, null, null));
    ofGame("MatchAnswer", new MatchesApi(host).getMatch(match, null, null, null, null));
    ofGame("TableAnswer", play.getTable(match, null, null, null, null));
    MatchesApi matches = new MatchesApi(host);
    if (matches.listMatches(null, 10, null, null, null, null, null, null, null, null, null, null).getMatches().isEmpty()) {
      throw new IllegalStateException("the match is not listed");
    }
  }

  private void checkProblem() throws Exception {
    try {
      start();
    } catch (ApiException refusal) {
      host.getObjectMapper().readValue(refusal.getResponseBody(), Problem.class).getCode();
      return;
    }
    throw new IllegalStateException("a match of " + game + " started twice");
  }

  private void startAndCheckWebhook() throws Exception {
    WebhooksApi hooks = new WebhooksApi(host);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", call -> {
      heard.add(call.getRequestBody().readAllBytes());
      call.sendResponseHeaders(204, -1);
      call.close();
    });
    receiver.start();
    URI url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
    NewWebhook wanted = new NewWebhook().match(match).url(url).kinds(Set.of(WebhookKind.ENTRY));
    String webhook = hooks.registerWebhook(wanted, null, null).getWebhook();
    start();
    byte[] body = heard.poll(60, TimeUnit.SECONDS);
    if (!host.getObjectMapper().readValue(body, EntryWritten.class).getData().getMatch().equals(match)) {
      throw new IllegalStateException("a call is not read as it came");
    }
    if (hooks.listDeliveries(webhook, null).getDeliveries().isEmpty()) {
      throw new IllegalStateException("what was delivered is not listed");
    }
    if (hooks.listWebhooks(match, null).getWebhooks().size() != 1) throw new IllegalStateException("the webhook is not listed");
    hooks.deleteWebhook(webhook, null);
    if (!hooks.listWebhooks(match, null).getWebhooks().isEmpty()) throw new IllegalStateException("a deleted webhook is listed");
    receiver.stop(0);
  }

  private void toTheEnd() throws Exception {
    for (String name : List.of("Ada", "Bob")) {
      SeatedAnswer seated = new SeatsApi(host).takeSeat(match, null, null, null, null, new NewSeat().name(name));
      players.put(seated.getSeat(), new PlayApi(client(seated.getSeatToken())));
    }
    startAndCheckWebhook();
    checkTypes();
    checkProblem();
    CommandsAnswer offered = play.listCommands(match, null, null, null, null, null, null);
    while (offered.getTurn() != null) {
      Offered chosen = offered.getCommands().get((int) (offered.getVersion() % offered.getCommands().size()));
      SubmitCommandRequest body = new SubmitCommandRequest(chosen.getCommand());
      players.get(offered.getTurn()).submitCommand(match, body, null, null, null, null, null, null, null);
      offered = play.listCommands(match, null, null, null, null, null, null);
    }
    for (long after = 0; after < offered.getVersion(); after += 200) {
      new EntriesApi(host).listEntries(match, after, 200, null, null, null, null, null, null);
    }
    ScoreAnswer score = play.getScore(match, null, null, null, null, null);
    if (!score.getFinal()) throw new IllegalStateException(game + " did not come to its end");
    System.out.println("OpenAPI Generator, Java: " + game + " played in " + score.getVersion() + " entries, " + score.getTotals());
  }

  public static void main(String[] said) throws Exception {
    new Play(said[0], said[1]).toTheEnd();
  }
}
