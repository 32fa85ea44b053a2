// Clauses about updates of the phone templates (part 4.2). These checks never run in parallel.
import { suite, using } from '../src/suite.ts'
import { formBody } from './phone-templates.update/form.ts'
import { refusedUpdates } from './phone-templates.update/refused.ts'
import { replacedMessages } from './phone-templates.update/replaced.ts'
import { updateSeries } from './phone-templates.update/series.ts'
import { unchangedTexts } from './phone-templates.update/texts.ts'
import { templatesOf } from './resources/phone-templates/updates.ts'

export default suite('phone-templates.update', {
  // MUST 4.2: The response contains the enrollment_message and the verification_message that the request sent.
  'returns-stored': using([updateSeries], async (check) => {
    const { first } = await check.use(updateSeries)
    templatesOf(check).mustReturnTexts([first])
  }),
  ...unchangedTexts,
  ...replacedMessages,
  ...refusedUpdates,
  ...formBody,
})
