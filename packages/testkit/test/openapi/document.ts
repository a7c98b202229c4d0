import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'

const Content = z.record(
  z.string(),
  z.looseObject({ schema: z.unknown(), example: z.unknown().optional() }),
)
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.unknown(),
  example: z.unknown().optional(),
})
const Operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(Parameter),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})

export interface DocumentedCall {
  id: string
  method: string
  path: string
  operation: z.infer<typeof Operation>
}

/** Everything that the test knows of the API: the document, read as any other tool would. */
export interface OpenApiReader {
  calls: readonly DocumentedCall[]
  /** Why an answer contradicts the document; undefined if it agrees. */
  contradiction(call: DocumentedCall, answer: Answer): string | undefined
}

export interface Answer {
  status: number
  contentType: string
  /** Parsed JSON, the events of a stream, or text. */
  body: unknown
}

export function readDocument(json: unknown): OpenApiReader {
  const document = Document.parse(json)
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  formats.default(ajv)
  ajv.addSchema(Object(json), 'document', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string) => {
    const found = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    compiled.set(pointer, found)
    return found
  }
  return {
    calls: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ id: operation.operationId, path, operation },
        method: method.toUpperCase(),
      })),
    ),
    contradiction(call, { status, contentType, body }) {
      const response = call.operation.responses[String(status)]
      if (response === undefined) return `${status} is not documented`
      const [type = ''] = contentType.split(';')
      if (response.content === undefined)
        return type === '' ? undefined : `${status} has a body: ${type}`
      if (response.content[type] === undefined) return `${status} is ${type}, not as documented`
      const at = ['paths', call.path, call.method.toLowerCase(), 'responses', String(status)]
      const pointer = pointerTo([...at, 'content', type, 'schema'])
      const validate = validatorAt(pointer)
      const wrong = (type === 'text/event-stream' && Array.isArray(body) ? body : [body]).find(
        (one) => !validate(one),
      )
      return wrong === undefined ? undefined : `${status}: ${ajv.errorsText(validate.errors)}`
    },
  }
}

/** A JSON pointer as part of a URL. Source: RFC 6901, section 6. */
function pointerTo(steps: readonly string[]): string {
  const escaped = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
  return `/${escaped.map(encodeURIComponent).join('/')}`
}
