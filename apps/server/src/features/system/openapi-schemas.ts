import { UserDetails } from '@gridloom/contract/accounts/user-details'
import { TokenReply } from '@gridloom/contract/auth/credentials'
import { Failure } from '@gridloom/contract/core/replies'
import { Instance } from '@gridloom/contract/instances/instance'
import { LogLine } from '@gridloom/contract/instances/logs'
import { MetricSample } from '@gridloom/contract/instances/metrics'
import { Receipt } from '@gridloom/contract/instances/receipt'
import { ApiKey } from '@gridloom/contract/keys/api-key'
import { Balance } from '@gridloom/contract/ledger/balance'
import { Statement } from '@gridloom/contract/ledger/statement'
import { EnrolmentToken } from '@gridloom/contract/machines/enrolment'
import { Benchmark, Hardware } from '@gridloom/contract/machines/hardware'
import { Machine } from '@gridloom/contract/machines/machine'
import { FilterEffect, Offer } from '@gridloom/contract/market/offer'
import { Quote } from '@gridloom/contract/market/quote'
import { Model } from '@gridloom/contract/models/model'
import { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { OpenAiModel } from '@gridloom/contract/models/openai'
import { OpenAiError } from '@gridloom/contract/models/openai-error'
import { Notice } from '@gridloom/contract/notices/notice'
import { OperatorSettings } from '@gridloom/contract/operator/settings'
import { RenderJob } from '@gridloom/contract/rendering/job'
import { RenderScene } from '@gridloom/contract/rendering/scene'
import { RenderSettings } from '@gridloom/contract/rendering/settings'
import { PublicConfig } from '@gridloom/contract/system/public-config'
import { Template } from '@gridloom/contract/templates/template'
import { z } from 'zod'

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 requires). */
export type JsonSchema = Record<string, unknown>

/** Schemas that the document defines once and references. */
const named: Record<string, z.ZodType> = {
  ApiKey,
  Balance,
  Benchmark,
  Failure,
  EnrolmentToken,
  FilterEffect,
  Hardware,
  Instance,
  LogLine,
  Machine,
  MetricSample,
  Model,
  ModelEndpoint,
  Notice,
  Offer,
  OpenAiError,
  OpenAiModel,
  OperatorSettings,
  PublicConfig,
  Quote,
  Receipt,
  RenderJob,
  RenderScene,
  RenderSettings,
  Statement,
  Template,
  TokenReply,
  UserDetails,
}
const nameOf = new Map<unknown, string>(Object.entries(named).map(([name, of]) => [of, name]))

/** `components.schemas` of the document. */
export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, answerSchema(schema, { within: name })]),
  )
}

/** The schema of a request, where fields with defaults are optional. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return bare(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => dropPatternOfFormat(jsonSchema),
    }),
  )
}

/**
 * The schema of a response, with named schemas as references. `within` is the named schema being written, which is not
 * replaced by a reference to itself.
 */
export function answerSchema(schema: z.ZodType, options: { within?: string } = {}): JsonSchema {
  return bare(
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        dropPatternOfFormat(jsonSchema)
        const name = nameOf.get(zodSchema)
        if (name === undefined || name === options.within) return
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
        jsonSchema.$ref = schemaRef(name)
      },
    }),
  )
}

/** A reference to a named schema. */
export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`
}

/** Removes the regular expression of a schema with a format, as the format is more readable. */
function dropPatternOfFormat(schema: JsonSchema): void {
  if ('format' in schema) Reflect.deleteProperty(schema, 'pattern')
}

/** Removes `$schema`, which belongs only to a whole JSON Schema document. */
function bare({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
