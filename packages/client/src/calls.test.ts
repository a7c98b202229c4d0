import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { instances } from '@gridloom/contract/instances/endpoints'
import type { Instance } from '@gridloom/contract/instances/instance'
import { describe, expectTypeOf, it } from 'vitest'
import type { Client } from './calls.ts'
import type { Socket } from './socket.ts'

type InputOf<Call extends (...given: never[]) => unknown> = Parameters<Call>[0]

describe('the type of a call', () => {
  it('requires nothing when everything is optional', () => {
    expectTypeOf<[]>().toExtend<Parameters<Client['ledger']['balance']>>()
    expectTypeOf<[]>().toExtend<Parameters<Client['market']['search']>>()
    expectTypeOf<[]>().toExtend<Parameters<Client['system']['events']>>()
  })

  it('requires parameters and body members without a default', () => {
    type Order = InputOf<Client['instances']['order']>
    expectTypeOf<[]>().not.toExtend<Parameters<Client['instances']['read']>>()
    expectTypeOf<{ params: { id: string } }>().toExtend<InputOf<Client['instances']['read']>>()
    expectTypeOf<{ body: { offer_id: string; disk_gb: number } }>().toExtend<Order>()
    expectTypeOf<{ body: { offer_id: string } }>().not.toExtend<Order>()
  })

  it('accepts a coerced query member as its coerced type', () => {
    type Search = InputOf<Client['market']['search']>
    expectTypeOf<{ query: { page: number; kind: 'gpu' } }>().toExtend<Search>()
    expectTypeOf<{ query: { page: string } }>().not.toExtend<Search>()
    expectTypeOf<{ query: { destroyed: boolean } }>().toExtend<
      InputOf<Client['instances']['list']>
    >()
  })

  it('returns the type of its transport', () => {
    type Answer<Call extends (...given: never[]) => unknown> = ReturnType<Call>
    expectTypeOf<Answer<Client['instances']['read']>>().toEqualTypeOf<Promise<Instance>>()
    expectTypeOf<Answer<Client['instances']['downloadLogs']>>().toEqualTypeOf<Promise<Response>>()
    expectTypeOf<Answer<Client['instances']['terminal']>>().toEqualTypeOf<Promise<Socket>>()
    expectTypeOf<Answer<Client['instances']['exec']>>().toEqualTypeOf<
      AsyncGenerator<EventOf<(typeof instances)['exec']>, void, undefined>
    >()
  })
})
