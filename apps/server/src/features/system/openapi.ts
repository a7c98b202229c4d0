import { agentHeaders } from '@gridloom/contract/agent/protocol'
import type { Api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { areaTags } from './area-tags.ts'
import { type DocumentParts, operationOf } from './openapi-operation.ts'
import { componentSchemas } from './openapi-schemas.ts'
import { webhooksOf } from './openapi-webhooks.ts'

interface Product {
  name: string
  description: string
  version: string
  /** The server's public address. */
  url: string
}

/** The introduction to the API reference, in Markdown. `url` is the server's public address. */
function introductionOf(url: string): string {
  return `Send your token as \`Authorization: Bearer …\`. When a call returns 403 \`token_expired\`, call \`GET /api/refresh\`
once and repeat it with the new token; on 401 sign in again. API keys do not need this. A failure is always
\`{"status":"error","error":"…","code":"…"}\`: switch on the code and show the text. Unknown fields are rejected.
Money is integer micro-dollars: 1,000,000 is one US dollar.

## Clients

Each client is a single file without dependencies, with every call, typed errors, streams, and retries that respect \`Retry-After\`.

[TypeScript](${url}${clientPath}gridloom.ts): \`curl -fsSLO ${url}${clientPath}gridloom.ts\`

${fenced('typescript', typescriptStart)}

[Python](${url}${clientPath}gridloom.py): \`curl -fsSLO ${url}${clientPath}gridloom.py\`

${fenced('python', pythonStart)}`
}

const clientPath = '/api/clients/'

const typescriptStart = `import { Gridloom } from './gridloom.ts'

const gridloom = new Gridloom({ token: 'YOUR_API_KEY' })
const { offers } = await gridloom.api.market.search()
const model = 'HuggingFaceTB/SmolLM2-135M-Instruct'
for await (const text of gridloom.ask(model, 'Hello'))
  console.log(text)`

const pythonStart = `from gridloom import Gridloom

gridloom = Gridloom()  # reads GRIDLOOM_TOKEN
offers = gridloom.market.search()["offers"]
model = "HuggingFaceTB/SmolLM2-135M-Instruct"
for text in gridloom.ask(model, "Hello"):
    print(text, end="", flush=True)`

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** The whole API as an OpenAPI 3.1 document, generated from the contract. Pure. Source: spec.openapis.org/oas/v3.1 */
export function openApiDocument(api: Api, product: Product): Record<string, unknown> {
  const schemas = componentSchemas()
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: product.version,
      summary: product.description,
      description: introductionOf(product.url),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: product.url }],
    tags: areaTags(),
    paths: pathsOf(api, { schemas, origin: product.url }),
    webhooks: webhooksOf(schemas),
    components: { schemas, securitySchemes },
  }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token returned by sign-in. It expires after 15 minutes.',
  },
  machine: {
    type: 'apiKey',
    in: 'header',
    name: agentHeaders.signature,
    description: "An agent's signature over a challenge, made with the key it enrolled with.",
  },
}

function pathsOf(api: Api, parts: DocumentParts): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(`${area}.${name}`, endpoint, parts),
      }
    }
  }
  return paths
}
