import { expect, it } from 'vitest'
import { startProduct } from '../src/product.ts'
import { execute } from './using-instances.ts'
import { goThroughLoop } from './whole-loop.ts'

it('takes a renter from order to receipt in a real container', { timeout: 120_000 }, async () => {
  await using product = await startProduct({ driver: 'docker' })
  await goThroughLoop(product, {
    useIt: async () => {
      const { renter, until } = product
      await until({
        read: () => renter.ledger.balance(),
        satisfies: ({ spend_rate_micro_usd_per_hour: burn }) => burn > 0,
      })
      const [instance] = await renter.instances.list()
      if (instance === undefined) throw new Error('nothing runs')
      await product.untilInstance(instance.id, ({ ready_s }) => ready_s >= 3)
    },
  })
})

it('keeps heartbeats and metrics on time while a container floods its log', async () => {
  await using product = await startProduct({ driver: 'docker' })
  const { renter, server, machine, until } = product
  const { id } = await product.order({
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      on_start_script: `yes ${'flood '.repeat(20)} &`,
    },
  })
  await product.untilInstance(id, ({ ready }) => ready)
  const stop = new AbortController()
  const slowReader = renter.instances.followLogs({ params: { id }, signal: stop.signal })
  // Opened and then not read any further, so that every buffer in between fills up.
  await slowReader.next()
  const samples = renter.instances.followMetrics({ params: { id }, signal: stop.signal })
  const arrivedMs: number[] = []
  for await (const _ of samples) {
    arrivedMs.push(Date.now())
    if (arrivedMs.length === 4) break
  }
  const gapsMs = arrivedMs.slice(1).map((at, index) => at - (arrivedMs[index] ?? 0))
  expect(Math.max(...gapsMs)).toBeLessThan(8_000)
  expect((await execute(renter, id, ['echo', 'still here'])).stdout).toBe('still here\n')
  await until({
    read: async () => Date.now() - (server.heartbeatAt(machine.id)?.getTime() ?? 0),
    satisfies: (ageMs) => ageMs < 6_000,
  })
  stop.abort()
})

it('gives instances the toolbox of the server', async () => {
  await using product = await startProduct({ driver: 'docker', toolbox: 'own' })
  const { renter, machine } = product
  await expect.poll(() => machine.logged.map(({ event }) => event)).toContain('toolbox.updated')
  const { id } = await product.order({ template: { image_path_with_tag: 'gridloom/base:latest' } })
  await product.untilInstance(id, ({ ready }) => ready)
  const { stdout } = await execute(renter, id, ['/.gridloom/bin/git', '--version'])
  expect(stdout).toMatch(/^git version /)
  const found = await machine.runtime.listContainers(
    'gridloom.toolbox',
    AbortSignal.timeout(10_000),
  )
  expect(found.map(({ labels }) => labels['gridloom.instance'])).toContain(id)
})
