import type { BasisPoints } from '@gridloom/contract/core/values'
import { secondLevelShare } from '@gridloom/domain/affiliate/commission'
import type { Db } from '../../../platform/database/connect.ts'
import { loadTerms } from '../terms/terms-store.ts'

/** The highest share of a fee that can be due as commission under the present terms, at both levels together. */
export async function highestShare(db: Db): Promise<BasisPoints> {
  const terms = await loadTerms(db)
  const { compute_basis_points, rendering_basis_points } = terms
  const { models_basis_points, storage_basis_points } = terms
  const first = Math.max(
    ...[compute_basis_points, rendering_basis_points, models_basis_points, storage_basis_points],
  )
  return first + secondLevelShare(first, terms.second_level_basis_points)
}
