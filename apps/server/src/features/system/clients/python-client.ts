import { requestSchema } from '../openapi-schemas.ts'
import { byArea, type ClientCall } from './client-calls.ts'
import { membersOf } from './type-text.ts'

/** The generated parts of the Python client: a class with the calls of each area. */
export function pythonParts(calls: readonly ClientCall[], errorCodes: readonly string[]) {
  const areas = byArea(calls)
  const codes = ['unknown', ...errorCodes].map((code) => `    "${code}",\n`)
  return {
    errorCodes: `(\n${codes.join('')})`,
    areas: areas.map(([area]) => `        self.${area} = ${className(area)}(self)`).join('\n'),
    classes: areas.map(classText).join('\n\n\n'),
  }
}

function classText([area, calls]: [string, ClientCall[]]): string {
  return [`class ${className(area)}(_Area):`, calls.map(methodText).join('\n\n')].join('\n')
}

const results = { data: 'Any', bare: 'Any', stream: 'Iterator[Event]', file: 'bytes' } as const
const senders = { data: '_data', bare: '_read', stream: '_stream', file: '_file' } as const

function methodText({ name, endpoint, reply }: ClientCall): string {
  const { method, path, title } = endpoint
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param)
  const body = membersOf(requestSchema(endpoint.body))
  const hasQuery = membersOf(requestSchema(endpoint.query)) !== 'none'
  const parameters = [
    'self',
    ...params.map((param) => `${pythonName(param)}: Any`),
    ...(body === 'none' ? [] : [`body: Any${body === 'optional' ? ' = None' : ''}`]),
    ...(hasQuery ? ['query: Query = None'] : []),
    'headers: Headers = None',
  ]
  const given = [
    ...(body === 'none' ? [] : [body === 'optional' ? 'body=body or {}' : 'body=body']),
    ...(hasQuery ? ['query=query'] : []),
    'headers=headers',
  ]
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => `{_quoted(${pythonName(param)})}`)
  return [
    `    def ${pythonName(name)}(${parameters.join(', ')}) -> ${results[reply]}:`,
    `        """${title}: ${method} ${path}"""`,
    `        return self._gridloom.${senders[reply]}("${method}", ${params.length > 0 ? 'f' : ''}"${filled}", ${given.join(', ')})`,
  ].join('\n')
}

function className(area: string): string {
  return `_${area.slice(0, 1).toUpperCase()}${area.slice(1)}`
}

function pythonName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
