import { endpoints } from 'virtual:api-facts'
import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { Machine } from '@gridloom/contract/machines/machine'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { apps, machines, models, rendering, reputation } = endpoints

/** The actions of the list page as code. */
export const listCode: readonly CodeAction[] = [
  { name: 'List your machines', endpoint: machines.list, cli: 'gridloom machines' },
  {
    name: 'Add a machine',
    endpoint: machines.createEnrolmentToken,
    input: { body: {} },
    cli: 'gridloom machines token',
  },
]

const exampleOrder = {
  engine: { kind: 'llama' },
  price: { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 },
}

/** The actions of one machine as code. */
export function machineCode(machine: Machine): CodeAction[] {
  const params = { id: machine.id }
  const name = quoteShell(machine.name)
  const verb = machine.listed ? 'unlist' : 'list'
  return [
    {
      name: 'Get the machine',
      endpoint: machines.read,
      input: { params },
      cli: 'gridloom machines --json',
    },
    {
      name: machine.listed ? 'Unlist the machine' : 'List the machine',
      endpoint: machines.change,
      input: { params, body: { listed: !machine.listed } },
      cli: `gridloom machines ${verb} ${name}`,
    },
    {
      name: 'Set its prices',
      endpoint: machines.change,
      input: { params, body: { pricing: machine.pricing } },
      cli: priceLine(name, machine),
    },
    {
      name: 'Declare its country',
      endpoint: machines.change,
      input: { params, body: { country: machine.country ?? 'DE' } },
      cli: `gridloom machines set ${name} --country ${machine.country ?? 'DE'}`,
    },
    {
      name: 'Measure again',
      endpoint: machines.measure,
      input: { params, body: {} },
      cli: `gridloom machines measure ${name}`,
    },
    {
      name: 'Get its trust score',
      endpoint: reputation.readTrust,
      input: { params },
      cli: `gridloom trust ${machine.id}`,
    },
    {
      name: 'List the credits it paid',
      endpoint: reputation.listCredits,
      input: { params },
      cli: `gridloom machines credits ${name}`,
    },
    {
      name: 'Get its rendering capabilities',
      endpoint: rendering.readMachine,
      input: { params },
    },
    {
      name: 'Accept render work',
      endpoint: rendering.changeMachine,
      input: { params, body: { enabled: true } },
    },
    {
      name: 'List the models it serves',
      endpoint: models.listServed,
      input: { params },
    },
    {
      name: 'Get its engines',
      endpoint: models.readEngines,
      input: { params },
    },
    {
      name: 'Serve a model',
      endpoint: models.serve,
      input: { params: { ...params, model: 'org/name' }, body: exampleOrder },
      cli: `gridloom serve org/name --machine ${name} --price-in 0.02 --price-out 0.06`,
    },
    {
      name: 'Stop serving a model',
      endpoint: models.stopServing,
      input: { params: { ...params, model: 'org/name' } },
      cli: `gridloom serve org/name --machine ${name} --stop`,
    },
    {
      name: 'Hold an app ready',
      endpoint: apps.prepare,
      input: { params: { ...params, slug: 'open-webui' } },
      cli: `gridloom machines prepare ${name} open-webui`,
    },
    {
      name: 'Remove the machine',
      endpoint: machines.remove,
      input: { params },
      cli: `gridloom machines remove ${name}`,
    },
  ]
}

function priceLine(name: string, { pricing }: Machine): string {
  const options = [
    ['--gpu-slot', pricing.gpu_slot_micro_usd_per_hour],
    ['--cpu-slot', pricing.cpu_slot_micro_usd_per_hour],
    ['--memory-gib', pricing.memory_gib_micro_usd_per_hour],
    ['--disk-gb', pricing.disk_gb_micro_usd_per_hour],
    ['--stopped-disk-gb', pricing.stopped_disk_gb_micro_usd_per_hour],
  ] as const
  const words = options.map(([option, microUsd]) => `${option} ${usdText(microUsd)}`)
  return `gridloom machines price ${[name, ...words].join(' \\\n  ')}`
}

/** Formats dollars without an exponent and without trailing zeros. */
function usdText(microUsd: number): string {
  return (microUsd / microUsdPerUsd).toFixed(6).replace(/\.?0+$/, '')
}
