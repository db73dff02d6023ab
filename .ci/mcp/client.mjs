// Uses a server as the TypeScript SDKs do: client.mjs 1|2 URL TOKEN, or 1|2
// stdio PROGRAM ARGUMENTS... It prints one JSON object of what it got.
const [version, where, ...rest] = process.argv.slice(2);
const kit = version === "1"
  ? { ...(await import("@modelcontextprotocol/sdk/client/index.js")), ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")), ...(await import("@modelcontextprotocol/sdk/client/stdio.js")) }
  : { ...(await import("@modelcontextprotocol/client")), ...(await import("@modelcontextprotocol/client/stdio")) };
const transport = where === "stdio"
  ? new kit.StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "ignore" })
  : new kit.StreamableHTTPClientTransport(new URL(where), { requestInit: { headers: { Authorization: "Bearer " + rest[0] } } });
const client = new kit.Client({ name: "test", version: "0" });
await client.connect(transport);
const { tools } = await client.listTools();
const found = await client.callTool({ name: "search", arguments: { query: "how do we rotate the signing keys", limit: 3 } });
const wrong = await client.callTool({ name: "search", arguments: { query: "keys", limit: 99 } });
const { resources } = await client.listResources();
const coverage = await client.readResource({ uri: "rag://coverage" });
const { prompts } = await client.listPrompts();
const block = await client.getPrompt({ name: "ask", arguments: { question: "signing keys" } });
const completed = await client.complete({ ref: { type: "ref/prompt", name: "ask" }, argument: { name: "collection", value: "" } });
console.log(JSON.stringify({
  server: client.getServerVersion().name,
  tools: tools.map((tool) => tool.name),
  first: found.structuredContent.results[0].path,
  wrong: wrong.isError,
  resources: resources.map((resource) => resource.uri),
  coverage: JSON.parse(coverage.contents[0].text).collections.length,
  prompts: prompts.map((prompt) => prompt.name),
  block: block.messages[0].content.text.includes("signing"),
  completed: completed.completion.values,
}));
await client.close();
