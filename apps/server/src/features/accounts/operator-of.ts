import { Refused } from '@gridloom/contract/errors'
import { type AccountActor, accountOf, type Ctx } from '../../platform/ctx.ts'

/** The signed-in operator. @throws Refused `unauthorized`, `forbidden` */
export function operatorOf(ctx: Ctx): AccountActor {
  const actor = accountOf(ctx)
  if (actor.role !== 'operator') throw new Refused('forbidden')
  return actor
}
