import type { Isolation } from '@gridloom/agent/instances/egress/apply'
import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Pricing } from '@gridloom/contract/machines/machine'
import type { Condition } from './change-signal.ts'
import { type ProductMachine, startMachine } from './product-machine.ts'
import type { ProductServer } from './product-server.ts'
import type { RendererOptions } from './rendering/render-on-machine.ts'
import type { TurnableClock } from './turnable-clock.ts'

/** A machine to add to a product under test. */
export interface NewMachine {
  driver: 'fake' | 'docker'
  cpuSlots?: number
  pricing?: Partial<Pricing>
  /** With the fake driver: overrides of the hardware that the machine reports. */
  hardware?: Partial<Hardware>
  /** Renders with the installed Blender; without it, takes no part in rendering. */
  rendering?: RendererOptions
  /** Images of the engine's own that its provider lets renters use. */
  allowImages?: readonly string[]
  /** `own`: with the Docker driver, instances get the toolbox of the server; by default none. */
  toolbox?: 'own'
  /** With the fake driver: whether containers are kept out of private networks; they are by default. */
  isolate?: () => Promise<Isolation>
  /** The owner; the provider by default. */
  owner?: Client
}

/** A slot costs $3.60 an hour, everything else is free: 1,000 micro-dollars a second. */
export const usualPricing: Pricing = {
  gpu_slot_micro_usd_per_hour: 36_000_000,
  cpu_slot_micro_usd_per_hour: 3_600_000,
  memory_gib_micro_usd_per_hour: 0,
  disk_gb_micro_usd_per_hour: 0,
  stopped_disk_gb_micro_usd_per_hour: 360_000,
}

interface AddMachineOptions extends NewMachine {
  server: ProductServer
  provider: Client
  clock: TurnableClock | undefined
  until<T>(condition: Condition<T>): Promise<T>
}

let added = 0

/**
 * Enrols a machine through the API as a provider would, sets its prices, lists it, and waits until its offer appears.
 */
export async function addMachine(around: AddMachineOptions): Promise<ProductMachine> {
  const { server, until } = around
  const provider = around.owner ?? around.provider
  const { token } = await provider.machines.createEnrolmentToken()
  added += 1
  await using opened = new AsyncDisposableStack()
  const machine = opened.use(
    await startMachine({
      driver: around.driver,
      name: `machine-${added}`,
      clock: around.clock ?? systemClock,
      serverUrl: server.url,
      enrolmentToken: token,
      ...(around.toolbox === undefined ? {} : { toolbox: around.toolbox }),
      ...(around.isolate === undefined ? {} : { isolate: around.isolate }),
      ...(around.hardware === undefined ? {} : { hardware: around.hardware }),
      ...(around.allowImages === undefined ? {} : { allowImages: around.allowImages }),
      ...(around.rendering === undefined ? {} : { rendering: around.rendering }),
    }),
  )
  const { id } = machine
  await until({
    read: () => provider.machines.read({ params: { id } }),
    satisfies: ({ hardware }) => hardware !== null,
  })
  await provider.machines.change({
    params: { id },
    body: {
      listed: true,
      pricing: { ...usualPricing, ...around.pricing },
      cpu_slots: around.cpuSlots ?? 2,
    },
  })
  await until({
    read: () => provider.market.search({ query: { page_size: 100 } }),
    satisfies: ({ offers }) => offers.some((offer) => offer.machine_id === id),
  })
  opened.move()
  return machine
}
