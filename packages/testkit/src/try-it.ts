import { once } from 'node:events'
import { startProduct } from './product.ts'
import { gpuHardware } from './seed-hardware.ts'

/**
 * The whole product with something in it, for trying by hand: `node packages/testkit/src/try-it.ts [fake|docker]`.
 * Everything is gone when it ends.
 */
process.exitCode = await main(process.argv[2] ?? 'fake')

async function main(driver: string): Promise<number> {
  if (driver !== 'fake' && driver !== 'docker') {
    process.stderr.write(`There is no driver ${driver}. There are: fake, docker\n`)
    return 2
  }
  await using product = await startProduct({ driver, creditMicroUsd: 100_000_000 })
  if (driver === 'fake') await product.addMachine({ hardware: gpuHardware })
  const running = await product.order({ label: 'running' })
  await product.untilInstance(running.id, ({ ready }) => ready)
  const stopped = await product.order({ label: 'stopped' })
  await product.untilInstance(stopped.id, ({ ready }) => ready)
  await product.renter.instances.stop({ params: { id: stopped.id } })

  const { server, people } = product
  const lines = [
    `Gridloom to try is at ${server.url}`,
    `  renter    ${people.renter.email}  ${people.renter.password}`,
    `  provider  ${people.provider.email}  ${people.provider.password}`,
    `  operator  ${server.operator.email}  ${server.operator.password}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  return 0
}
