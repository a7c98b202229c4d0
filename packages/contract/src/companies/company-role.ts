import { z } from 'zod'

export const CompanyRole = z.enum(['owner', 'admin', 'member'])
export type CompanyRole = z.infer<typeof CompanyRole>
