import { type CallExample, exampleUrl, headersOf, sendsToken } from './call-example.ts'

/** A program for Python 3.9 or later with its standard library alone. */
export function pythonSample(call: CallExample, origin: string): string {
  return [...imports(call), '', ...request(call, origin), ...reading(call)].join('\n')
}

function imports(call: CallExample): string[] {
  const { transport } = call.endpoint
  const readsJson = transport !== 'file' && transport !== 'sse'
  return [
    ...(readsJson || call.body !== undefined ? ['import json'] : []),
    ...(sendsToken(call) ? ['import os'] : []),
    ...(transport === 'file' ? ['import shutil'] : []),
    'import urllib.request',
  ]
}

function request(call: CallExample, origin: string): string[] {
  const { method } = call.endpoint
  const headers = headersOf(call, '{os.environ["GRIDLOOM_TOKEN"]}').map(
    ([name, value]) => `        "${name}": ${value.includes('{') ? `f'${value}'` : `"${value}"`},`,
  )
  return [
    'request = urllib.request.Request(',
    `    "${exampleUrl(call, origin)}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(call.body === undefined
      ? []
      : [`    data=json.dumps(${pythonLiteral(call.body, '    ')}).encode(),`]),
    ')',
  ]
}

function reading({ endpoint: { transport } }: CallExample): string[] {
  const open = 'with urllib.request.urlopen(request, timeout=60) as response:'
  switch (transport) {
    case 'sse':
      return [open, '    for line in response:', '        print(line.decode(), end="")']
    case 'file':
      return [
        'with urllib.request.urlopen(request, timeout=60) as response, open("download", "wb") as file:',
        '    shutil.copyfileobj(response, file)',
      ]
    case 'data':
      return [open, '    print(json.load(response)["data"])']
    default:
      return [open, '    print(json.load(response))']
  }
}

/** A value as Python writes it: JSON, but for True, False and None. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
      )
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return [open, ...items.map((item) => `${inner}${item},`), `${indent}${close}`].join('\n')
}
