import type { Company } from '@gridloom/contract/companies/company'
import type { Ctx } from '../ctx.ts'
import { UsageError } from '../errors.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a company of the user by its name or part of its id. */
export async function findCompany(ctx: Ctx, wanted: string): Promise<Company> {
  return chooseOne(await ctx.client.companies.list({ signal: ctx.signal }), wanted, 'company')
}

/** The company to act on: the named one, else the active one, else the only one. */
export async function companyMeant(ctx: Ctx, wanted: string | undefined): Promise<Company> {
  if (wanted !== undefined) return findCompany(ctx, wanted)
  const [companies, who] = await Promise.all([
    ctx.client.companies.list({ signal: ctx.signal }),
    ctx.client.accounts.details({ signal: ctx.signal }),
  ])
  const workedFor = companies.find(({ id }) => id === who.active_company?.company_id)
  const [only, ...others] = companies
  const meant = workedFor ?? (others.length === 0 ? only : undefined)
  if (meant !== undefined) return meant
  throw new UsageError(
    only === undefined
      ? 'You are not a member of any company. Create one: gridloom company create NAME'
      : 'You are a member of several companies. Choose one with --company, or switch to it: gridloom company use NAME',
  )
}
