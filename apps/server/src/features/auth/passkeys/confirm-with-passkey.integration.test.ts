import { confirmedForS } from '@gridloom/contract/core/constants'
import { signIn } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { type PasskeySite, startPasskeySite } from '../../../../test/passkey-site.ts'

describe('passkeyConfirm', () => {
  it('re-authenticates the user', async () => {
    await using site = await startPasskeySite()
    const { authenticator } = await site.userWithPasskey('ada@example.com')
    const client = await longAgo(site, await site.logIn(authenticator))
    await expect(client.auth.passkeyOptions()).rejects.toMatchObject({
      code: 'confirmation_required',
    })
    await client.auth.passkeyConfirm({ body: await shown(site, authenticator) })
    await expect(client.auth.passkeyOptions()).resolves.toBeDefined()
  })

  it('rejects a passkey of another account', async () => {
    await using site = await startPasskeySite()
    const ada = await site.userWithPasskey('ada@example.com')
    await site.userWithPasskey('eve@example.com')
    const eve = await longAgo(
      site,
      await signIn(site.server, { email: 'eve@example.com', password: 'a password of tests' }),
    )
    const body = await shown(site, ada.authenticator)
    await expect(eve.auth.passkeyConfirm({ body })).rejects.toMatchObject({
      status: 400,
      code: 'passkey_refused',
    })
    await expect(eve.auth.passkeyOptions()).rejects.toMatchObject({
      code: 'confirmation_required',
    })
  })
})

/** An authenticator's answer to a new challenge. */
async function shown(site: PasskeySite, authenticator: ReturnType<PasskeySite['authenticator']>) {
  return authenticator.use(await site.server.client().auth.passkeyLoginOptions())
}

/** A client with a fresh token whose last authentication is too old. */
async function longAgo({ server, clock }: PasskeySite, token: string) {
  await clock.advance(confirmedForS * 1_000 - 1_000)
  const fresh = (await server.client(token).auth.refresh()).token
  await clock.advance(1_000)
  return server.client(fresh)
}
