import { aKey } from '@gridloom/testkit/stand-in-agent'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { createEnrolmentToken } from './create-enrolment-token.ts'
import { enrolMachine } from './enrol-machine.ts'
import { listMachines } from './list-machines.ts'

it('makes a waiting machine for the token’s owner, listed at the default price', async () => {
  await using market = await withMachines()
  const id = await market.enrol(market.provider, 'attic')
  const [machine] = await listMachines(market.provider)
  expect(machine).toMatchObject({
    id,
    name: 'attic',
    status: 'waiting',
    listed: true,
    pricing: { cpu_slot_micro_usd_per_hour: 20_000, memory_gib_micro_usd_per_hour: 2_000 },
    hardware: null,
    problems: [],
    slots_total: 0,
    earned_micro_usd: 0,
  })
})

it('returns the command to run on the machine, and stores only a hash of the token', async () => {
  await using market = await withMachines()
  const { token, command, commands, expires_at } = await createEnrolmentToken(market.provider)
  expect(token).toMatch(/^enr_[\w-]{43}$/)
  expect(command).toBe(
    `export GRIDLOOM_ENROLMENT_TOKEN=${token}; curl -fsSL http://gridloom.test/install.sh | sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --`,
  )
  expect(commands).toEqual({
    linux: command,
    macos: `export GRIDLOOM_ENROLMENT_TOKEN=${token}; curl -fsSL http://gridloom.test/install.sh | sh -s --`,
    windows: `& ([scriptblock]::Create((irm http://gridloom.test/install.ps1))) -Token ${token}`,
  })
  expect(Date.parse(expires_at) - market.clock.now().getTime()).toBe(600_000)
  const kept = await market.db
    .withTables<{ enrolment_tokens: { token_hash: string } }>()
    .selectFrom('enrolment_tokens')
    .select('token_hash')
    .executeTakeFirstOrThrow()
  expect(kept.token_hash).not.toContain(token)
})

it('rejects a token that was used', async () => {
  await using market = await withMachines()
  const enrol = await setup(market)
  await enrol()
  await expect(enrol()).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
  expect(await listMachines(market.provider)).toHaveLength(1)
})

it('makes one machine for a token that is used twenty times at once', async () => {
  await using market = await withMachines()
  const enrol = await setup(market)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, enrol))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listMachines(market.provider)).toHaveLength(1)
})

it('rejects a token after ten minutes, and an unknown one', async () => {
  await using market = await withMachines()
  const enrol = await setup(market)
  await market.clock.advance(600_000)
  await expect(enrol()).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
  await expect(enrol('never-made')).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
})

it('rejects a signature of another key, and the token stays valid', async () => {
  await using market = await withMachines()
  const { token } = await createEnrolmentToken(market.provider)
  const input = { token, public_key: aKey().publicKey, name: 'box' }
  const wrong = enrolMachine(
    market.ctx,
    { ...input, signature: aKey().enrolment(token) },
    noFeatures,
  )
  await expect(wrong).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
  const key = aKey()
  await enrolMachine(
    market.ctx,
    {
      ...input,
      public_key: key.publicKey,
      signature: key.enrolment(token),
    },
    noFeatures,
  )
})

async function setup(market: Awaited<ReturnType<typeof withMachines>>) {
  const { token } = await createEnrolmentToken(market.provider)
  return (given = token) => {
    const key = aKey()
    return enrolMachine(
      market.ctx,
      {
        token: given,
        public_key: key.publicKey,
        name: 'box',
        signature: key.enrolment(given),
      },
      noFeatures,
    )
  }
}
