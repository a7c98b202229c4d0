/** Selectors of the rules of a page that declare some properties. */
export interface DeclaringRules {
  /** Of the selectors that are one class: `.hidden` → `hidden`. */
  classes: ReadonlySet<string>
  /** The other selectors as one list. `null`: a rule that this does not understand, which could match any element. */
  others: string | null
}

interface SheetRules {
  /** The number of its rules when they were read. */
  count: number
  rules: DeclaringRules
}

const sheets = new WeakMap<CSSStyleSheet, SheetRules>()
const oneClass = /^\.([\w-]+)$/

/**
 * Returns the selectors of all rules of the page's style sheets that declare one of the properties, whatever media they
 * are for. Sheets are read again when they are replaced or their number of rules changes.
 */
export function declaringRules(page: Document, properties: readonly string[]): DeclaringRules[] {
  const found: DeclaringRules[] = []
  for (const sheet of page.styleSheets) {
    const { length } = sheet.cssRules
    let read = sheets.get(sheet)
    if (read?.count !== length) {
      read = { count: length, rules: readRules(sheet.cssRules, properties) }
      sheets.set(sheet, read)
    }
    if (read.rules.classes.size > 0 || read.rules.others !== '') found.push(read.rules)
  }
  return found
}

/** Whether an element matches a rule, or could match one. */
export function matchesDeclaringRule(element: Element, all: readonly DeclaringRules[]): boolean {
  if (all.length === 0) return false
  const names = element.getAttribute('class')?.split(/\s+/) ?? []
  return all.some(
    ({ classes, others }) =>
      others === null ||
      names.some((name) => classes.has(name)) ||
      (others !== '' && element.matches(others)),
  )
}

function readRules(rules: CSSRuleList, properties: readonly string[]): DeclaringRules {
  const selectors = selectorsOf(rules, properties)
  const known = selectors?.map((selector) => oneClass.exec(selector)?.[1])
  return {
    classes: new Set(known?.filter((name) => name !== undefined)),
    others: selectors?.filter((_, at) => known?.[at] === undefined).join(',') ?? null,
  }
}

/** `null` if one of the rules is none that can be understood. */
function selectorsOf(rules: CSSRuleList, properties: readonly string[]): string[] | null {
  const selectors: string[] = []
  for (const rule of rules) {
    const own = selectorsOfRule(rule, properties)
    if (own === null) return null
    selectors.push(...own)
  }
  return selectors
}

function selectorsOfRule(rule: CSSRule, properties: readonly string[]): string[] | null {
  if (rule instanceof CSSStyleRule) {
    if (rule.cssRules.length > 0) return null
    const declares = properties.some((name) => rule.style.getPropertyValue(name) !== '')
    return declares ? [rule.selectorText] : []
  }
  if (rule instanceof CSSMediaRule) return selectorsOf(rule.cssRules, properties)
  // Rules of an animation or a font style no element here.
  return rule instanceof CSSKeyframesRule || rule instanceof CSSFontFaceRule ? [] : null
}
