/** What makes a field of numbers take whole ones, and show them in groups of three. */
export const wholeNumber = {
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  thousandSeparator: ',',
  classNames: { input: 'gl-num' },
} as const
