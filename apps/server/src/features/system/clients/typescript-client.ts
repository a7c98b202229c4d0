import {
  answerSchema,
  componentSchemas,
  type JsonSchema,
  requestSchema,
} from '../openapi-schemas.ts'
import { byArea, type ClientCall } from './client-calls.ts'
import { membersOf, typeText } from './type-text.ts'

/** The generated parts of the TypeScript client: the types of the API, its calls, and their routes. */
export function typescriptParts(calls: readonly ClientCall[], errorCodes: readonly string[]) {
  return {
    errorCodes: ['unknown', ...errorCodes].map((code) => `\n  | '${code}'`).join(''),
    types: Object.entries(componentSchemas())
      .map(([name, schema]) => `export type ${name} = ${typeText(schema)}`)
      .join('\n\n'),
    calls: byArea(calls).map(areaText).join('\n'),
    routes: calls.map(routeText).join('\n'),
  }
}

function areaText([area, calls]: [string, ClientCall[]]): string {
  return [`  ${area}: {`, ...calls.map(callText), '  }'].join('\n')
}

function callText({ name, endpoint, reply }: ClientCall): string {
  const { method, path, title } = endpoint
  const parts = [
    partText('params', requestSchema(endpoint.params)),
    partText('query', requestSchema(endpoint.query)),
    partText('body', requestSchema(endpoint.body)),
  ].filter((part) => part !== '')
  const mark = parts.some((part) => !/^\w+\?/.test(part)) ? '' : '?'
  const own = parts.length === 0 ? '' : `{ ${parts.join('; ')} } & `
  const result = {
    data: () => `Promise<${typeText(answerSchema(endpoint.response), 2)}>`,
    bare: () => `Promise<${typeText(answerSchema(endpoint.response), 2)}>`,
    stream: () => 'AsyncGenerator<StreamEvent, void, undefined>',
    file: () => 'Promise<Response>',
  }[reply]()
  return `    /** ${title}: ${method} ${path} */\n    ${name}(input${mark}: ${own}CallOptions): ${result}`
}

function partText(name: string, schema: JsonSchema): string {
  const members = membersOf(schema)
  if (members === 'none') return ''
  return `${name}${members === 'optional' ? '?' : ''}: ${typeText(schema, 2)}`
}

function routeText({ area, name, endpoint: { method, path }, reply }: ClientCall): string {
  return `  '${area}.${name}': ['${method}', '${path}', '${reply}'],`
}
