// What a web page does with the TypeScript SDKs, bundled for it with esbuild.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";

const uri = "rag://coverage";

// One connects, asks and subscribes; then "changed" is a promise of the news.
globalThis.use = async (version, url, token) => {
  const options = { requestInit: { headers: { Authorization: "Bearer " + token } } };
  const transport = version === 1 ? new StreamableHTTPClientTransport(new URL(url), options) : new Transport2(new URL(url), options);
  const client = version === 1
    ? new Client({ name: "page", version: "0" })
    : new Client2({ name: "page", version: "0" }, { versionNegotiation: { mode: "auto" } });
  globalThis.changed = new Promise((resolve) => {
    const told = (notification) => resolve(notification.params.uri);
    if (version === 1) client.setNotificationHandler(ResourceUpdatedNotificationSchema, told);
    else client.setNotificationHandler("notifications/resources/updated", told);
  });
  await client.connect(transport);
  if (version === 1) await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
  globalThis.end = async () => {
    if (version === 1) await transport.terminateSession();
    await client.close();
    return true;
  };
  const found = await client.callTool({ name: "search", arguments: { query: "signing keys" } });
  return {
    revision: version === 1 ? transport.protocolVersion : client.getNegotiatedProtocolVersion(),
    session: Boolean(transport.sessionId),
    tools: (await client.listTools()).tools.length,
    first: found.structuredContent.results[0].path,
  };
};
