import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addCreate(company: Command, open: Open): void {
  company
    .command('create')
    .argument('<name>', 'what it is called')
    .summary('found a company')
    .description('Found a company. You own it; it has a balance of its own, empty at first.')
    .addHelpText('after', examples('company create Acme', 'company create "Acme Research"'))
    .action((name: string, _options: object, command: Command) => create(open(command), name))
}

async function create(ctx: Ctx, name: string): Promise<void> {
  const company = await ctx.client.companies.create({ body: { name }, signal: ctx.signal })
  await ctx.output.result(
    company,
    () => `Founded ${company.name}. Work for it with "gridloom company use ${company.id}".`,
  )
}
