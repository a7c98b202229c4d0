import { agentHeaders } from '@gridloom/contract/agent/protocol'
import type { Api, Area } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { operationOf } from './openapi-operation.ts'
import { componentSchemas } from './openapi-schemas.ts'

interface Product {
  name: string
  description: string
  version: string
  /** The server's public address. */
  url: string
}

const areaTexts: Record<Area, string> = {
  auth: 'Signing up and in, sessions, sign-in methods and the human check',
  accounts: 'Your profile, email notifications and access to the beta',
  keys: 'API keys and public SSH keys',
  companies: 'Accounts that several people work for, with their members, keys and spend',
  operator: 'What the operator of this installation sees and does',
  machines: 'Computers that you host, and how they join',
  market: 'Offers, and quotes of what an instance will cost',
  templates: 'What can be run',
  instances: 'Rented containers: order, watch, enter, stop',
  rendering: 'Scenes, render jobs, their frames, and rendering on your machines',
  models: 'Language models, who serves them at what price, and what was measured of that',
  chat: 'Chats with models, and the answers that are being made',
  openai:
    'What the official clients of the OpenAI API call, with `/v1` of this server as their base URL',
  ledger: 'Your balance and statement, to the micro-dollar',
  audit: 'What was done, by whom and from where',
  privacy: 'A copy of your data, and the end of your account',
  installers: 'What a machine fetches to become one of yours',
  system: 'The server itself, and everything of yours that changes',
}

const introduction = `
Send your token as \`Authorization: Bearer …\`. When a call answers 403 \`token_expired\`, call \`GET /api/refresh\`
once and repeat it with the new token; on 401 sign in again. A failure is always
\`{"status":"error","error":"…","code":"…"}\`: switch on the code, show the text. Unknown fields are refused by name.
Money is integer micro-dollars: 1,000,000 are one US dollar.`

/** The whole API as an OpenAPI 3.1 document, made from the contract. Pure. Source: spec.openapis.org/oas/v3.1 */
export function openApiDocument(api: Api, product: Product): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: product.version,
      summary: product.description,
      description: introduction.trim(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: product.url }],
    tags: Object.entries(areaTexts).map(([name, description]) => ({ name, description })),
    paths: pathsOf(api),
    components: { schemas: componentSchemas(), securitySchemes },
  }
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The opaque token that signing in answers with; good for a quarter of an hour.',
  },
  machine: {
    type: 'apiKey',
    in: 'header',
    name: agentHeaders.signature,
    description: "An agent's signature over a challenge, made with the key it enrolled with.",
  },
}

function pathsOf(api: Api): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [area, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(area, name, endpoint),
      }
    }
  }
  return paths
}
