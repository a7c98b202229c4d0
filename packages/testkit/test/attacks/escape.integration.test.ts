import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { InstanceId } from '@gridloom/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'
import { attempts } from './escape-attempts.ts'
import { layProbeImage, probeImage } from './probe-image.ts'

// The probe makes system calls by their numbers on x86-64.
describe.runIf(process.arch === 'x64')('from inside a rented container', () => {
  let world: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    world = await setup()
  }, 120_000)
  afterAll(() => world[Symbol.asyncDispose]())

  it.each(attempts)('row $row: nobody gets $attempt', async ({ script, held }) => {
    const { stdout, stderr } = await world.inside(script)
    const lines = stdout.split('\n').filter((line) => line !== '')
    expect({ lines: lines.length > 0, stderr }).toMatchObject({ lines: true })
    expect(lines.filter((line) => !held.test(line))).toEqual([])
  })

  it('row 15: a fork bomb ends at its own share of process ids, and its neighbour runs on', async () => {
    const bomb = `perl -e 'my @kids; for my $n (1..5000) { my $kid = fork; if (!defined $kid) { print "stopped at $n\\n"; last } if (!$kid) { sleep 60; exit } push @kids, $kid } kill "KILL", @kids'`
    const [bombed, neighbour] = await Promise.all([
      world.inside(bomb),
      world.inside('echo unhurt', world.neighbour),
    ])
    expect(bombed.stdout).toMatch(/^stopped at \d{2,4}\n$/)
    expect(neighbour.stdout).toBe('unhurt\n')
  })

  it('rows 20 to 23 and 26: the host, the control plane, neighbours and metadata are out of reach', async () => {
    const reached = await world.inside(
      [
        ...(await world.targets()).map(
          (target) =>
            `(nc -w 2 ${target} </dev/null >/dev/null 2>&1 && echo "reached ${target}") &`,
        ),
        'wait; echo done',
      ].join('\n'),
    )
    expect(reached.stdout).toBe('done\n')
  })

  it('row 28: links laid over what the agent writes lead nowhere but into the container', async () => {
    const { product, id } = world
    const { renter } = product
    await world.inside(
      'rm -rf /.gridloom /root/.ssh; ln -s /tmp/planted /.gridloom; ln -s /tmp/planted /root/.ssh',
    )
    await renter.instances.stop({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'stopped')
    await renter.instances.start({ params: { id } })
    await product.untilInstance(id, ({ ready }) => ready)
    expect((await world.inside('echo well')).stdout).toBe('well\n')
  })

  it('row 33: killing and tracing process 1 ends nothing but the container itself', async () => {
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
  const listener = createServer((socket) => socket.destroy()).listen(0, '0.0.0.0')
  await once(listener, 'listening')
  const inside = (script: string, of: InstanceId = id) =>
    execute(product.renter, of, ['sh', '-c', script])
  return {
    product,
    id,
    neighbour,
    inside,
    targets: () => targetsOf({ product, inside, neighbour, port: portOf(listener) }),
    async [Symbol.asyncDispose]() {
      listener.close()
      await product[Symbol.asyncDispose]()
    },
  }
}

type Inside = (script: string, of?: InstanceId) => Promise<{ stdout: string }>

/** Addresses and ports, as `nc` takes them, that would answer if they were reached. */
async function targetsOf(of: {
  product: Product
  inside: Inside
  neighbour: InstanceId
  port: number
}): Promise<string[]> {
  const { product, inside, neighbour, port } = of
  const gateway = "ip route | sed -n 's/^default via \\([^ ]*\\).*/\\1/p'"
  const own = (await inside(gateway)).stdout.trim()
  const theirs = (await inside('hostname -i', neighbour)).stdout.trim()
  const theirGateway = (await inside(gateway, neighbour)).stdout.trim()
  const host = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
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
    '169.254.169.254 80',
    '100.100.100.200 80',
  ]
}

/** Named cast: a TCP server that listens has an address with a port. */
function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
