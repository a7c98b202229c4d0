import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ownerOf } from '@gridloom/agent/host/owners'
import { containerName, labelNames } from '@gridloom/agent/instances/names'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'
import { imageByHand, inContainerByHand } from './container-by-hand.ts'

const run = promisify(execFile)

it('row 27: a working directory in the engine’s file descriptors (CVE-2024-21626) exposes no host file', async () => {
  await using secret = await secretOnTheMachine()
  const descriptors = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  await using images = new AsyncDisposableStack()
  const names: string[] = []
  for (const descriptor of descriptors) {
    const image = await imageByHand('leaky', [`WORKDIR /proc/self/fd/${descriptor}`])
    names.push(images.use(image).name)
  }
  for (const name of names) expect(await seenIn(name, secret, [])).not.toContain(secret.word)
  // The same script finds it when the working directory is outside.
  const outside = ['-v', '/:/outside:ro', '-w', '/outside/sys/fs']
  expect(await seenIn(names[0] ?? '', secret, outside)).toContain(secret.word)

  const [one = '', other = ''] = names.slice(4)
  await using product = await startProduct({ driver: 'docker', allowImages: [one, other] })
  for (const name of [one, other]) {
    const { id } = await product.order({ template: { image_path_with_tag: name } })
    const begun = await product.untilInstance(id, ({ state, ready }) => ready || state === 'failed')
    if (begun.ready) {
      const { stdout } = await execute(product.renter, id, ['sh', '-c', secret.look])
      expect(stdout).toBe('looked\n')
    } else expect(begun.reason?.code).toBe('start_failed')
    await product.renter.instances.destroy({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'destroyed' || state === 'failed')
  }
})

it('row 29: an image with the labels of a neighbour is not taken for it after an agent restart', async () => {
  await using product = await startProduct({ driver: 'docker', cpuSlots: 4 })
  const { machine, renter } = product
  const { id: neighbour } = await product.order()
  await product.untilInstance(neighbour, ({ ready }) => ready)
  const labels = {
    ...(await labelsOf(neighbour)),
    'gridloom.generation': '99',
    'gridloom.disk': '1',
  }
  const planted = Object.entries(labels).map(
    ([name, value]) => `LABEL ${name}=${JSON.stringify(value)}`,
  )
  await using image = await imageByHand('labelled', planted)

  // A container created by hand from the image inherits its labels.
  await using _ = await leftByHand(image.name, neighbour)
  const found = await run('docker', [
    'ps',
    '-aq',
    '--filter',
    `label=${labelNames.instance}=${neighbour}`,
  ])
  expect(found.stdout.trim().split('\n')).toHaveLength(2)

  await machine.killAgent()
  await machine.startAgent()
  const back = await product.untilInstance(neighbour, ({ ready }) => ready)
  expect(back.state).toBe('running')
  expect((await execute(renter, neighbour, ['echo', 'unhurt'])).stdout).toBe('unhurt\n')
  await renter.instances.destroy({ params: { id: neighbour } })
  await product.untilInstance(neighbour, ({ state }) => state === 'destroyed')
  const left = await run('docker', [
    'ps',
    '-aq',
    '--filter',
    `label=${labelNames.instance}=${neighbour}`,
  ])
  expect(left.stdout.trim().split('\n')).toHaveLength(1)
})

it('row 29: an image with the labels of another instance gets its own labels when it is rented', async () => {
  const owner = randomUUID()
  const planted = [
    `LABEL ${labelNames.instance}=${owner} ${labelNames.restart}=99 ${labelNames.generation}=99`,
    `LABEL ${labelNames.agent}=${owner} ${labelNames.spec}={} ${labelNames.network}=host gridloom.disk=1`,
  ]
  await using image = await imageByHand('labelled', planted)
  await using product = await startProduct({ driver: 'docker', allowImages: [image.name] })
  const { id } = await product.order({ template: { image_path_with_tag: image.name } })
  await product.untilInstance(id, ({ ready }) => ready)
  const labels = await labelsOf(id)
  expect(labels).toMatchObject({
    [labelNames.instance]: id,
    [labelNames.agent]: ownerOf(product.machine.dataDir),
    [labelNames.network]: expect.stringMatching(/^gridloom-/),
  })
  expect(Object.values(labels)).not.toContain(owner)
  expect(labels['gridloom.disk']).not.toBe('1')
  await product.machine.killAgent()
  await product.machine.startAgent()
  await product.untilInstance(id, ({ ready }) => ready)
  expect((await execute(product.renter, id, ['cat', '/key'])).stdout).toBe('a key\n')
  await product.renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')
})

/** A file that only the machine has, and a script that searches for it from the working directory upwards. */
async function secretOnTheMachine() {
  const word = randomUUID()
  const path = `/tmp/gridloom-secret-${word}`
  await writeFile(path, word)
  const look = `up=; for n in 1 2 3 4 5 6 7 8 9 10; do cat "\${up}${path.slice(1)}" 2>/dev/null; up="../$up"; done; echo looked`
  return { word, look, [Symbol.asyncDispose]: () => rm(path) }
}

/** The output of the script in a container created by hand; whatever it printed before if it does not start. */
async function seenIn(image: string, { look }: { look: string }, words: readonly string[]) {
  return inContainerByHand(image, look, words).catch(({ stdout }: { stdout: string }) => stdout)
}

async function labelsOf(id: InstanceId): Promise<Record<string, string>> {
  const { stdout } = await run('docker', [
    'inspect',
    '-f',
    '{{json .Config.Labels}}',
    containerName(id),
  ])
  return JSON.parse(stdout)
}

/** A container that was created by hand and never started. */
async function leftByHand(image: string, of: InstanceId) {
  const name = `by-hand-${of}`
  await run('docker', ['create', '--name', name, image, 'sh'])
  return { [Symbol.asyncDispose]: async () => void (await run('docker', ['rm', '-f', name])) }
}
