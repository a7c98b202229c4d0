import { declaringRules, matchesDeclaringRule } from './declaring-rules.ts'

/** What Testing Library and user-event ask each element for. The other properties are jsdom's own. */
export const quickProperties = ['display', 'visibility', 'pointer-events'] as const
type QuickProperty = (typeof quickProperties)[number]
type Compute = typeof globalThis.getComputedStyle

/** Inherited properties, and their value where no element sets them. */
const inherited: Partial<Record<QuickProperty, string>> = {
  visibility: 'visible',
  'pointer-events': 'auto',
}

/** Elements whose display depends on more than their tag in jsdom's style sheet for browsers. */
const irregularTags = new Set(['details', 'summary', 'dialog', 'embed', 'noscript', 'slot'])

/**
 * Returns a `getComputedStyle` with the results of jsdom's. jsdom compares each element with every rule of each style
 * sheet, again after every change of the page, which took a sixth of the time of these tests. Few rules hide elements
 * or take their clicks, so this one reads the inline styles of an element and its ancestors, and leaves to jsdom what
 * such a rule could decide.
 */
export function quickComputedStyles(jsdomCompute: Compute): Compute {
  const ofTag = createTagStyles(jsdomCompute)

  function compute(element: Element, property: QuickProperty): string {
    const rules = declaringRules(element.ownerDocument, quickProperties)
    const initial = inherited[property]
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (isIrregular(at) || matchesDeclaringRule(at, rules)) {
        return jsdomCompute(at).getPropertyValue(property)
      }
      const value = inlineValue(at, property)
      if (value !== '') {
        return isKeyword(value) ? value : jsdomCompute(at).getPropertyValue(property)
      }
      if (initial === undefined) return ofTag(at, property)
    }
    return initial ?? ''
  }

  return (element, pseudo) => {
    if (pseudo || !isStyled(element)) return jsdomCompute(element, pseudo)
    return lazyStyle(element, compute, jsdomCompute)
  }
}

/** A style that computes when it is read. */
function lazyStyle(
  element: Element,
  compute: (element: Element, property: QuickProperty) => string,
  jsdomCompute: Compute,
): CSSStyleDeclaration {
  let whole: CSSStyleDeclaration | undefined
  const others = () => (whole ??= jsdomCompute(element))
  const getPropertyValue = (name: string) => {
    const property = quickProperties.find((quick) => quick === name)
    return property ? compute(element, property) : others().getPropertyValue(name)
  }
  return new Proxy(Object.create(CSSStyleDeclaration.prototype), {
    get(_, key) {
      if (key === 'display' || key === 'visibility') return compute(element, key)
      if (key === 'pointerEvents' || key === 'pointer-events') {
        return compute(element, 'pointer-events')
      }
      if (key === 'getPropertyValue') return getPropertyValue
      const value: unknown = Reflect.get(others(), key)
      return typeof value === 'function' ? value.bind(others()) : value
    },
    has: (_, key) => key in others(),
    ownKeys: () => Reflect.ownKeys(others()),
    set: (_, key, value) => Reflect.set(others(), key, value),
  })
}

/** What jsdom computes for a bare element, asked once for each tag in a document without style sheets. */
function createTagStyles(jsdomCompute: Compute) {
  const bare = document.implementation.createHTMLDocument()
  const known = new Map<string, string>()
  return ({ namespaceURI, localName }: Element, property: QuickProperty): string => {
    const key = `${property} ${namespaceURI} ${localName}`
    let value = known.get(key)
    if (value === undefined) {
      const element = bare.createElementNS(namespaceURI, localName)
      value = jsdomCompute(element).getPropertyValue(property)
      known.set(key, value)
    }
    return value
  }
}

function isStyled(element: Element): boolean {
  return element.ownerDocument === document && 'style' in element
}

/** Whether jsdom's style sheet for browsers has a rule for it that asks for more than a tag. */
function isIrregular(element: Element): boolean {
  return (
    irregularTags.has(element.localName) ||
    element.hasAttribute('hidden') ||
    element.hasAttribute('popover') ||
    (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden')
  )
}

function inlineValue(element: Element, property: QuickProperty): string {
  if (!element.hasAttribute('style')) return ''
  const { style } = element as HTMLElement
  return style.getPropertyValue(property)
}

/** Whether the value means itself. Not `var(…)`, and not `inherit` and its like. */
function isKeyword(value: string): boolean {
  return /^[a-z-]+$/.test(value) && !/^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)
}
