import { CountryCode } from '@gridloom/contract/machines/countries'
import type { MachineChange } from '@gridloom/contract/machines/machine'
import type { ReservationTerms } from '@gridloom/contract/machines/reservation-terms'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findMachine } from '../../resolve/find-machine.ts'
import { printMachines } from './print-machines.ts'
import { parseTerms, termsText } from './reservation-terms.ts'

/** Adds `list` and `unlist`, which change whether a machine is on the market. `list` alone shows the machines. */
export function addMarketCommands(machines: Command, open: Open): void {
  machines
    .command('list')
    .argument('[machine]', 'name, ID, or start or end of an ID')
    .summary('list a machine on the market')
    .description('List a machine on the market. Without an argument, shows your machines.')
    .option('--not-isolated', 'list it even if it is not fully isolated; renters see a label')
    .option('--only-isolated', 'list it only while it is fully isolated (default)')
    .addHelpText('after', examples('machines list tower', 'machines list tower --not-isolated'))
    .action((machine: string | undefined, options: ListOptions, command: Command) =>
      machine === undefined
        ? printMachines(open(command))
        : change(open(command), { wanted: machine, listed: true, ...isolationOf(options) }),
    )
  machines
    .command('unlist')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('unlist a machine')
    .description('Remove a machine from the market. Running instances continue.')
    .addHelpText('after', examples('machines unlist tower'))
    .action((machine: string, _options: object, command: Command) =>
      change(open(command), { wanted: machine, listed: false }),
    )
}

interface SetOptions {
  country?: string
  reservations?: { terms: ReservationTerms | null }
}

/** Adds `set`: what the provider declares about a machine, and on what terms it can be reserved. */
export function addSetMachine(machines: Command, open: Open): void {
  machines
    .command('set')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('declare where a machine is, and accept reservations')
    .description(
      'Declare the country of a machine, which renters see as declared by you, or set the terms of reservations. Reservations that run stay as they are.',
    )
    .option('--country <code>', 'two letters of ISO 3166-1, such as DE; none withdraws it')
    .option(
      '--reservations <terms>',
      'the most days, and discounts in percent from 1, 7 and 30 days, such as 30:5,10,25; off accepts none',
      (text) => ({ terms: parseTerms(text) }),
    )
    .addHelpText(
      'after',
      examples('machines set tower --country DE', 'machines set tower --reservations 30:5,10,25'),
    )
    .action(async (wanted: string, options: SetOptions, command: Command) => {
      const ctx = open(command)
      const { country, reservations } = options
      if (country === undefined && reservations === undefined)
        throw new UsageError('Use --country, --reservations or both.')
      const body = {
        ...(country !== undefined && { country: countryOf(country) }),
        ...(reservations !== undefined && { reservation_terms: reservations.terms }),
      }
      const { id } = await findMachine(ctx, wanted)
      const machine = await ctx.client.machines.change({ params: { id }, body, signal: ctx.signal })
      await ctx.output.result(machine, () => {
        const { name } = machine
        const declared = machine.country === null ? 'no country' : machine.country
        return [
          ...(country === undefined ? [] : [`${name} declares ${declared}.`]),
          ...(reservations === undefined
            ? []
            : [`${name} ${termsText(machine.reservation_terms)}.`]),
        ].join('\n')
      })
    })
}

function countryOf(text: string): string | null {
  if (text === 'none') return null
  const code = CountryCode.safeParse(text.toUpperCase())
  if (!code.success) throw new UsageError('--country must be two letters of ISO 3166-1, or none.')
  return code.data
}

interface ListOptions {
  notIsolated?: boolean
  onlyIsolated?: boolean
}

function isolationOf({ notIsolated, onlyIsolated }: ListOptions): { list_not_isolated?: boolean } {
  if (notIsolated && onlyIsolated) {
    throw new UsageError('Use either --not-isolated or --only-isolated, not both.')
  }
  return notIsolated || onlyIsolated ? { list_not_isolated: notIsolated === true } : {}
}

type ListingChange = Pick<MachineChange, 'listed' | 'list_not_isolated'> & { wanted: string }

async function change(ctx: Ctx, { wanted, ...body }: ListingChange): Promise<void> {
  const { id } = await findMachine(ctx, wanted)
  const machine = await ctx.client.machines.change({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(machine, () => {
    const state = machine.listed ? 'listed' : 'unlisted'
    return [
      `${machine.name} is ${state}.`,
      ...machine.problems.map(({ text, remedy }) => `${text} ${remedy}`),
    ].join('\n')
  })
}
