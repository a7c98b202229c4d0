import { quickComputedStyles } from './computed-styles.ts'
import { quickenQueriesById } from './element-by-id.ts'
import { quickenLabels } from './form-labels.ts'
import { skipOwnerStacks } from './owner-stacks.ts'

// Replaces what takes most of the time of tests in jsdom by quicker code with the same results. The setup file runs for
// each test file, the page stays.
const installed = Symbol.for('gridloom.quick-page')

if (!(installed in document)) {
  Object.assign(document, { [installed]: true })
  const view = document.defaultView ?? window
  const compute = quickComputedStyles(view.getComputedStyle.bind(view))
  // Testing Library asks the page's own window, the app the global one.
  for (const page of [view, window]) page.getComputedStyle = compute
  quickenQueriesById()
  quickenLabels()
  skipOwnerStacks()
}
