import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { models } = endpoints

/** The hub's actions for every user. */
export const hubCode: readonly CodeAction[] = [
  {
    name: 'List models with prices and measured speed',
    endpoint: models.list,
    cli: 'gridloom models',
  },
]

const params = { model: 'org/name' }
const sha256 = '<64 hexadecimal digits>'
const source = {
  kind: 'url',
  url: 'https://hub.example/name.gguf',
  sha256,
  bytes: 98_362_432,
  quantization: 'Q4_1',
}

/** The hub's additional actions for the operator. */
export const catalogueCode: readonly CodeAction[] = [
  {
    name: 'Add or change a model',
    endpoint: models.put,
    input: { params, body: { licence: 'MIT', context_tokens: 8_192, sources: [source] } },
    cli: `gridloom models add org/name --licence MIT --context 8192 --source ${source.url} --sha256 '${sha256}' --bytes ${source.bytes} --quantization ${source.quantization}`,
  },
  {
    name: 'Remove a model',
    endpoint: models.remove,
    input: { params },
    cli: 'gridloom models remove org/name',
  },
]
