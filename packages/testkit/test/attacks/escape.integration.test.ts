import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { containerName } from '@gridloom/agent/instances/names'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { type Ended, execute } from '../using-instances.ts'
import { inContainerByHand } from './container-by-hand.ts'
import { attempts } from './escape-attempts.ts'
import { listenOn, metadataAddresses } from './host-services.ts'
import { layProbeImage, probeImage } from './probe-image.ts'

const run = promisify(execFile)

// The probe makes system calls by their numbers on x86-64.
describe.runIf(process.arch === 'x64')('from inside a rented container', () => {
  let world: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    world = await setup()
  }, 120_000)
  afterAll(() => world[Symbol.asyncDispose]())

  it.each(attempts)('row $row: a renter cannot get $attempt', async ({ script, held }) => {
    const { stdout, stderr } = await world.inside(script)
    const lines = stdout.split('\n').filter((line) => line !== '')
    expect({ lines: lines.length > 0, stderr }).toMatchObject({ lines: true })
    expect(lines.filter((line) => !held.test(line))).toEqual([])
  })

  it.each(attempts.flatMap(({ unkept, ...attempt }) => (unkept ? [{ ...attempt, unkept }] : [])))(
    'row $row succeeds without the confinement: $attempt',
    async ({ script, held, unkept }) => {
      const stdout = await inContainerByHand(probeImage, script, unkept)
      expect(stdout.split('\n').filter((line) => line !== '' && !held.test(line))).not.toEqual([])
    },
  )

  it('row 15: a fork bomb stops at its own process limit, and its neighbour keeps running', async () => {
    const bomb = `perl -e 'my @kids; for my $n (1..5000) { my $kid = fork; if (!defined $kid) { print "stopped at $n\\n"; last } if (!$kid) { sleep 60; exit } push @kids, $kid } kill "KILL", @kids'`
    const [bombed, neighbour] = await Promise.all([
      world.inside(bomb),
      world.inside('echo unhurt', world.neighbour),
    ])
    expect(bombed.stdout).toMatch(/^stopped at \d{2,4}\n$/)
    expect(neighbour.stdout).toBe('unhurt\n')
  })

  it('rows 20 to 23 and 26: host, control plane, neighbours and metadata are unreachable', async () => {
    const { targets } = world
    const { stdout } = await world.inside(reachingFor(targets))
    expect(stdout).toBe('done\n')
    // Without the firewall all of them answer, most of them also on a network like the instance's own.
    const nearby = await inContainerByHand(probeImage, reachingFor(targets), ['--network', 'host'])
    expect(nearby.trim().split('\n').toSorted()).toEqual([...targets, 'done'].toSorted())
    const farther = await inContainerByHand(probeImage, reachingFor(targets), [])
    const own = targets.filter((target) => /^127|8080$/.test(target))
    expect(own.filter((target) => farther.includes(`${target}\n`))).toEqual([])
    expect(farther.trim().split('\n')).toHaveLength(targets.length - own.length + 1)
  })

  it('row 28: symlinks over the files that the agent writes stay inside the container', async () => {
    const { product, id } = world
    const { renter } = product
    await using folder = await scratch()
    await world.inside(
      `rm -rf /.gridloom /root/.ssh; mkdir -p ${folder.path}; ln -s ${folder.path} /.gridloom; ln -s ${folder.path} /root/.ssh`,
    )
    // A symlink of the container leads out when it is followed from outside.
    await writeFile(`${await rootOf(id)}/.gridloom/followed`, '')
    expect(await readdir(folder.path)).toEqual(['followed'])
    await renter.instances.stop({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'stopped')
    await renter.instances.start({ params: { id } })
    await product.untilInstance(id, ({ ready }) => ready)
    expect((await world.inside('echo well')).stdout).toBe('well\n')
    expect(await readdir(folder.path)).toEqual(['followed'])
  })

  it('row 33: stopping and killing process 1 affects neither the neighbour nor the agent', async () => {
    const { product, neighbour } = world
    await world.inside('kill -STOP 1; kill -9 1; echo tried')
    expect((await world.inside('echo unhurt', neighbour)).stdout).toBe('unhurt\n')
    expect(product.machine.isOn).toBe(true)
  })
})

async function setup() {
  const product = await startProduct({ driver: 'docker', cpuSlots: 2 })
  await layProbeImage(product.machine.dataDir)
  const order = (on_start_script: string) =>
    product.order({ template: { image_path_with_tag: probeImage, on_start_script } })
  const { id } = await order('')
  await product.untilInstance(id, ({ ready }) => ready)
  const { id: neighbour } = await order('httpd -p 8080 -h /tmp')
  await product.untilInstance(neighbour, ({ ready }) => ready)
  const inside = (script: string, of: InstanceId = id) =>
    execute(product.renter, of, ['sh', '-c', script])
  await using opened = new AsyncDisposableStack()
  const metadata = opened.use(await metadataAddresses())
  const listener = opened.use(await listenOn(0))
  opened.use(await listenOn(22))
  opened.use(await listenOn(2375))
  opened.use(await listenOn(80))
  const targets = [
    ...(await targetsOf({ product, inside, neighbour, port: listener.port })),
    ...metadata.addresses.map((address) => `${address} 80`),
  ]
  // Listens on the gateway, as a control plane of others does.
  const [gateway = ''] = targets[0]?.split(' ') ?? []
  opened.use(await listenOn(Number(new URL(product.server.url).port), gateway))
  const rest = opened.move()
  return {
    product,
    id,
    neighbour,
    inside,
    targets,
    async [Symbol.asyncDispose]() {
      await rest.disposeAsync()
      await product[Symbol.asyncDispose]()
    },
  }
}

type Inside = (script: string, of?: InstanceId) => Promise<Ended>

/** Addresses and ports, as `nc` takes them, that answer every caller that can reach them. */
async function targetsOf(of: {
  product: Product
  inside: Inside
  neighbour: InstanceId
  port: number
}): Promise<string[]> {
  const { product, inside, neighbour, port } = of
  const gateway = "ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p'"
  const own = addressIn(await inside(gateway))
  const theirs = addressIn(await inside('hostname -i', neighbour))
  const theirGateway = addressIn(await inside(gateway, neighbour))
  // The networks of other agents appear and disappear.
  const host = Object.entries(networkInterfaces()).flatMap(([name, each]) =>
    (each ?? []).filter(
      ({ family, internal }) => family === 'IPv4' && !internal && !name.startsWith('gl-'),
    ),
  )
  const { port: controlPlane } = new URL(product.server.url)
  return [
    `${own} ${port}`,
    ...host.map(({ address }) => `${address} ${port}`),
    `${own} ${controlPlane}`,
    `127.0.0.1 ${controlPlane}`,
    `${theirs} 8080`,
    `${theirGateway} ${port}`,
    `${own} 2375`,
    `${own} 22`,
  ]
}

/** Without its address a target would be one that nobody can reach. */
function addressIn(ended: Ended): string {
  const address = ended.stdout.trim()
  if (isIPv4(address)) return address
  throw new Error(`no address in ${JSON.stringify(ended)}`)
}

/** A script that prints each target that answers. */
function reachingFor(targets: readonly string[]): string {
  const tries = targets.map(
    (target) => `(nc -w 2 ${target} </dev/null >/dev/null 2>&1 && echo "${target}") &`,
  )
  return [...tries, 'wait; echo done'].join('\n')
}

/** The root of an instance's files, as the machine sees it. */
async function rootOf(id: InstanceId): Promise<string> {
  const { stdout } = await run('docker', ['inspect', '-f', '{{.State.Pid}}', containerName(id)])
  return `/proc/${stdout.trim()}/root`
}

async function scratch() {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-planted-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
