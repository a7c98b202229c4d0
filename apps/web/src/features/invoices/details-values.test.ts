import { expect, it } from 'vitest'
import { changeOf, problemsOf, valuesOf } from './details-values.ts'

const right = {
  ...{ ...valuesOf(null), legal_name: 'Nour شركة', address_lines: ' Street 1 \n\nFloor 3' },
  ...{ city: 'Berlin', country: 'DE', email: 'billing@example.com' },
}

it('sends the address as lines, without empty ones', () => {
  expect(changeOf(right).address_lines).toEqual(['Street 1', 'Floor 3'])
  expect(problemsOf(right)).toEqual({})
})

it.each([
  ['legal_name', ''],
  ['address_lines', ''],
  ['address_lines', '1\n2\n3\n4'],
  ['country', ''],
  ['email', 'nobody'],
  ['vat_id', 'x'.repeat(25)],
] as const)('names the field %s where it is %j', (field, value) => {
  expect(Object.keys(problemsOf({ ...right, [field]: value }))).toEqual([field])
})
