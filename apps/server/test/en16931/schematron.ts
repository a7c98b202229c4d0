import { readFileSync } from 'node:fs'
import {
  evaluateXPathToBoolean as isTrue,
  evaluateXPathToNodes as nodesOf,
  evaluateXPathToString as textOf,
} from 'fontoxpath'
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom'

/** A rule that a document breaks. */
export interface BrokenRule {
  /** Such as `BR-CO-10`. */
  readonly id: string
  readonly message: string
}

/** A rule of Schematron: the tests of the nodes that match it, and of no earlier rule of its pattern. */
interface Rule {
  readonly match: string
  readonly variables: readonly { readonly name: string; readonly select: string }[]
  readonly tests: readonly Test[]
}

interface Test extends BrokenRule {
  readonly xpath: string
  /** What the test yields for a document that breaks it: asserts fail when false, reports when true. */
  readonly brokenWhen: boolean
}

const namespaces: Readonly<Record<string, string>> = {
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  svrl: 'http://purl.oclc.org/dsdl/svrl',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  xs: 'http://www.w3.org/2001/XMLSchema',
  xsl: 'http://www.w3.org/1999/XSL/Transform',
}
const options = { namespaceResolver: (prefix: string) => namespaces[prefix] ?? null }

const sumTest = /^(.*satisfies \()?((?:\.\.\/)?ram:BasisAmount) = (.*)$/s
const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const codes = parseXmlDocument(file('FACTUR-X_EN16931_codedb.xml'))
const patterns = readPatterns(parseXmlDocument(file('FACTUR-X_EN16931.xslt')))

/** The number of asserts and reports. */
export const testCount = patterns.flat().reduce((count, { tests }) => count + tests.length, 0)

/** Returns the business rules that a document breaks, warnings among them. */
export function brokenRules(xml: string): BrokenRule[] {
  const document = parseXmlDocument(xml)
  return patterns.flatMap((rules) => brokenOf(document, rules))
}

function brokenOf(document: Document, rules: readonly Rule[]): BrokenRule[] {
  const taken = new Set<Node>()
  return rules.flatMap((rule) => {
    const nodes = nodesOf<Node>(rule.match, document, null, {}, options)
    const own = nodes.filter((node) => !taken.has(node))
    for (const node of own) taken.add(node)
    return own.flatMap((node) => brokenAt(node, rule))
  })
}

function brokenAt(node: Node, { variables, tests }: Rule): BrokenRule[] {
  const values: Record<string, unknown> = { codes }
  for (const { name, select } of variables)
    values[name] = textOf(select, node, null, values, options)
  return tests.filter(
    ({ xpath, brokenWhen }) => isTrue(xpath, node, null, values, options) === brokenWhen,
  )
}

/** Each pattern is a mode of the stylesheet; its rules are templates with a positive priority, the first one the highest. */
function readPatterns(stylesheet: Document): Rule[][] {
  const templates = nodesOf<Element>('//xsl:template[@priority > 0]', stylesheet, null, {}, options)
  const byMode = Map.groupBy(templates, (template) => template.getAttribute('mode'))
  return [...byMode.values()].map((ofMode) => ofMode.toSorted(byPriority).map(readRule))
}

function byPriority(one: Element, other: Element): number {
  return Number(other.getAttribute('priority')) - Number(one.getAttribute('priority'))
}

function readRule(template: Element): Rule {
  const select = (xpath: string) => nodesOf<Element>(xpath, template, null, {}, options)
  const failed = select('xsl:choose/xsl:otherwise/svrl:failed-assert')
  const reported = select('xsl:if/svrl:successful-report')
  return {
    match: xpathOf(template, 'match'),
    variables: select('xsl:variable').map((variable) => ({
      name: variable.getAttribute('name') ?? '',
      select: xpathOf(variable, 'select'),
    })),
    tests: [
      ...failed.map((assert) => readTest(assert, { brokenWhen: false })),
      ...reported.map((report) => readTest(report, { brokenWhen: true })),
    ],
  }
}

function readTest(output: Element, { brokenWhen }: { brokenWhen: boolean }): Test {
  return {
    id: textOf('normalize-space(xsl:attribute[@name = "id"])', output, null, {}, options),
    message: textOf('normalize-space(svrl:text)', output, null, {}, options),
    xpath: xpathOf(output, 'test'),
    brokenWhen,
  }
}

function xpathOf(element: Element, name: string): string {
  const xpath = element.getAttribute(name) ?? ''
  return inCents(xpath.replaceAll("document('FACTUR-X_EN16931_codedb.xml')", '$codes'))
}

/** fontoxpath computes decimals as doubles: a sum that is not rounded is compared in whole cents. */
function inCents(xpath: string): string {
  const [, before = '', amount, sum = ''] = sumTest.exec(xpath) ?? []
  if (amount === undefined) return xpath
  const end = before === '' ? '' : ')'
  const exact = sum.slice(0, sum.length - end.length)
  return `${before}round(100 * ${amount}) = round(100 * (${exact}))${end}`
}
