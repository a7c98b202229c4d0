import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addCreate(company: Command, open: Open): void {
  company
    .command('create')
    .argument('<name>', 'company name')
    .summary('create a company')
    .description(
      'Create a company. You become its owner. It has its own balance, which starts empty.',
    )
    .addHelpText('after', examples('company create Acme', 'company create "Acme Research"'))
    .action((name: string, _options: object, command: Command) => create(open(command), name))
}

async function create(ctx: Ctx, name: string): Promise<void> {
  const company = await ctx.client.companies.create({ body: { name }, signal: ctx.signal })
  await ctx.output.result(
    company,
    () => `Created ${company.name}. Switch to it with "gridloom company use ${company.id}".`,
  )
}
