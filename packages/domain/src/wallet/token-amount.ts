const shownDecimals = 6

/** An amount of a token's smallest unit as a number with separators, cut to six decimals: `1,234.5`. */
export function formatTokenAmount(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  const rest = decimals === 0 ? '' : digits.slice(-decimals)
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = rest.slice(0, shownDecimals).replace(/0+$/, '')
  // What is cut is not nothing.
  if (grouped === '0' && fraction === '' && /[1-9]/.test(rest)) return '<0.000001'
  return fraction === '' ? grouped : `${grouped}.${fraction}`
}
