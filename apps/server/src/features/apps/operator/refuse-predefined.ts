import { Refused } from '@gridloom/contract/errors'
import type { CatalogueApp } from '../catalogue.ts'

/** @throws Refused `app_predefined` */
export function refusePredefined({ slug, source }: CatalogueApp): void {
  if (source === 'predefined') throw new Refused('app_predefined', { details: { slug } })
}
