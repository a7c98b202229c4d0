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
  auth: 'Registration, sign-in, sessions, sign-in methods and the captcha',
  accounts: 'Your profile, email notifications and access to the beta',
  keys: 'API keys and public SSH keys',
  companies: 'Companies, their members, keys and spending',
  operator: 'Administration by the operator',
  machines: 'Your machines and their enrolment',
  market: 'Offers and quotes',
  templates: 'Templates for instances',
  instances: 'Rented containers: order, monitor, connect, stop',
  rendering: 'Scenes, render jobs, their frames, and rendering on your machines',
  models: 'Language models, their prices, endpoints and measured performance',
  chat: 'Chats with models and their answers',
  openai: 'The OpenAI-compatible API, with `/v1` of this server as its base URL',
  ledger: 'Your balance and statement, to the micro-dollar',
  audit: 'The audit log',
  privacy: 'Data export and account deletion',
  installers: 'Install scripts and agent bundles',
  system: 'Server health, configuration and live updates',
}

const introduction = `
Send your token as \`Authorization: Bearer …\`. When a call returns 403 \`token_expired\`, call \`GET /api/refresh\`
once and repeat it with the new token; on 401 sign in again. A failure is always
\`{"status":"error","error":"…","code":"…"}\`: switch on the code, show the text. Unknown fields are refused by name.
Money is integer micro-dollars: 1,000,000 is one US dollar.`

/** The whole API as an OpenAPI 3.1 document, generated from the contract. Pure. Source: spec.openapis.org/oas/v3.1 */
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
    description: 'The token returned by sign-in. It expires after 15 minutes.',
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
