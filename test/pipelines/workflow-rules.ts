// Checks workflows and actions with GitHub's own parser.
import { register } from 'node:module'

register('./json-modules.mjs', import.meta.url)
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
const { parseAction } = await import('@actions/workflow-parser/actions/index')

const trace = new NoOperationTraceWriter()

export const workflowErrors = (content: string): readonly string[] =>
  parseWorkflow({ name: 'workflow.yml', content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message)

export const actionErrors = (content: string): readonly string[] =>
  parseAction({ name: 'action.yml', content }, trace)
    .context.errors.getErrors()
    .map(({ message }) => message)
