import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AccessFilters } from '@twofold/contract/admin/access'
import { type SavedQuestion, deleteQuestion } from '@twofold/contract/admin/saved-questions'
import { Bookmark } from '../../ui/icons/Bookmark.ts'
import { Ellipsis } from '../../ui/icons/Ellipsis.ts'
import { Pencil } from '../../ui/icons/Pencil.ts'
import { Trash2 } from '../../ui/icons/Trash2.ts'
import { useState } from 'react'
import { Outlined } from '../../kits/Loaded.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { QuestionNameDialog } from './QuestionNameDialog.tsx'
import { sameQuestion, savedQuestionsQuery, searchOf } from './saved-questions.ts'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'

/** Questions that administrators saved, each one press away, and what can be done with the present one. */
export function SavedQuestions({ asked }: { asked: AccessFilters }) {
  const { t } = useLingui()
  return (
    <Outlined of={useQuery(savedQuestionsQuery)} failed={t`Saved questions could not be loaded`}>
      {(saved) => saved && <Questions asked={asked} questions={saved.data} />}
    </Outlined>
  )
}

function Questions({ asked, questions }: { asked: AccessFilters; questions: readonly SavedQuestion[] }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'name' | 'delete'>()
  const current = questions.find(({ filters }) => sameQuestion(filters, asked))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      {questions.length > 0 && (
        <nav aria-label={t`Saved questions`} className="min-w-0">
          <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
            {questions.map((question) => (
              <li key={question.id} className="min-w-0">
                <Link
                  to="/admin/access"
                  search={searchOf(question.filters)}
                  className="inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11"
                  {...(question === current && { 'aria-current': 'page' as const })}
                >
                  {question === current ? <strong>{question.name}</strong> : question.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {current ? (
        <Menu trigger={<IconButton icon={Ellipsis} label={t`Saved question`} />} label={current.name}>
          <MenuItem icon={Pencil} onAction={() => setOpen('name')}>{t`Rename`}</MenuItem>
          <MenuItem icon={Trash2} danger onAction={() => setOpen('delete')}>{t`Delete`}</MenuItem>
        </Menu>
      ) : (
        <Button size="sm" icon={Bookmark} onPress={() => setOpen('name')}>
          <Trans>Save question</Trans>
        </Button>
      )}
      {open === 'name' && <QuestionNameDialog asked={asked} question={current} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && current && <DeleteQuestionDialog question={current} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function DeleteQuestionDialog({ question: { id, name }, onClose }: { question: SavedQuestion; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useAct({
    send: () => call(deleteQuestion, { params: { id } }),
    failed: t`The question could not be deleted. Please try again.`,
    renews: [savedQuestionsQuery.queryKey],
  })
  return (
    <AskDialog
      title={t`Delete the question ${name}?`}
      onClose={onClose}
      act={remove}
      confirmLabel={t`Delete question`}
      pendingLabel={t`Deleting...`}
    >
      <p>
        <Trans>It is deleted for all administrators. The ledger itself does not change.</Trans>
      </p>
    </AskDialog>
  )
}
