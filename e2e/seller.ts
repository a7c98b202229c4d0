/** The first invoiced month: the present one, which `close-month.ts` ends. */
const since = new Date().toISOString().slice(0, 7)

/** Who issues the invoices of the tests, as the variable of the server. */
export const invoiceSeller = JSON.stringify({
  ...{ name: 'Acme Compute', address: ['1 Main Street'], postalCode: '10115', city: 'Berlin' },
  ...{ country: 'DE', vatId: 'DE136695976', rates: { DE: 19 } },
  since,
})
