import { openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { aKey } from '@gridloom/testkit/stand-in-agent'
import { expect, it } from 'vitest'
import { createEnrolmentToken } from '../../machines/create-enrolment-token.ts'
import { firstModel } from '../catalogue/first-models.ts'

it('orders the server’s own machine to serve the first model on enrolment, at its default price', async () => {
  await using site = await setup()
  const id = await site.enrol('here')
  expect(await site.operator.models.listServed({ params: { id } })).toMatchObject([
    { model_id: firstModel.id, state: 'waiting', engine: 'llama', price: firstModel.order.price },
  ])
})

it('gives no order to any other machine', async () => {
  await using site = await setup()
  const id = await site.enrol('anywhere')
  expect(await site.operator.models.listServed({ params: { id } })).toEqual([])
})

it('gives no order for a model that the operator removed', async () => {
  await using site = await setup()
  await site.operator.models.remove({ params: { model: firstModel.id } })
  const id = await site.enrol('here')
  expect(await site.operator.models.listServed({ params: { id } })).toEqual([])
})

it('reads models with a slash in their id over HTTP, also long ones', async () => {
  await using site = await setup()
  const long = `Acme/${'tiny-'.repeat(30)}chat`
  const body = { licence: 'MIT', context_tokens: 1_000 }
  await site.operator.models.put({ params: { model: long }, body })
  expect(await site.visitor.models.read({ params: { model: long } })).toMatchObject({ id: long })
  const { models } = await site.visitor.models.list()
  expect(models.map(({ id }) => id)).toEqual([firstModel.id, long])
  const unknown = site.visitor.models.read({ params: { model: 'Acme/none' } })
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'model_unknown' })
})

async function setup() {
  const server = await startServer()
  const operator = server.client(await openOperator(server))
  const visitor = server.client()
  const { account_id: accountId } = await operator.accounts.details()
  return {
    operator,
    visitor,
    /** Enrols as an agent does, with a token for this machine or for any. */
    async enrol(where: 'here' | 'anywhere') {
      const ctx = server.container.contextFor({
        actor: {
          kind: 'account',
          accountId,
          userId: accountId,
          role: 'operator',
          hasAccess: true,
          via: {
            kind: 'session',
            sessionId: server.container.ids.mint('session'),
            purpose: 'sign_in',
          },
        },
        requestId: 'test',
        signal: server.container.stopping,
        log: server.container.log,
      })
      const { token } = await createEnrolmentToken(ctx, where)
      const key = aKey()
      const signature = key.enrolment(token)
      const enrolment = { token, public_key: key.publicKey, name: 'box', signature }
      return (await visitor.machines.enrol({ body: enrolment })).machine_id
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
