// GitHub's own parser of workflows and actions: what it says is wrong with one.
import { register } from 'node:module'

register('./json-modules.mjs', import.meta.url)
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
const { parseAction } = await import('@actions/workflow-parser/actions/index')

const trace = new NoOperationTraceWriter()

/** What is wrong with a workflow. */
export const workflowErrors = (content: string): readonly string[] =>
  parseWorkflow({ name: 'workflow.yml', content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message)

/** What is wrong with the description of an action. */
export const actionErrors = (content: string): readonly string[] =>
  parseAction({ name: 'action.yml', content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message)
