import { useState } from 'preact/hooks';
import { type ImportResult, importRecords, readImport } from '../state/suppression-file.ts';
import type { CsvRecord } from '../words/csv.ts';
import { count, countOf, exact } from '../words/text.ts';
import { ChangeForm } from './change-form.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './states.tsx';

type Props = { readonly onClose: () => void; readonly onDone: () => void };

/** Adds the addresses of a CSV file. */
export function ImportDialog({ onClose, onDone }: Props) {
  const [records, setRecords] = useState<readonly CsvRecord[]>([]);
  const [sent, setSent] = useState(0);
  const [result, setResult] = useState<ImportResult>();
  const choose = async (file: File | undefined) => setRecords(file ? readImport(await file.text()) : []);
  const submit = async (because: string) => setResult(await importRecords(records, because, setSent));
  return (
    <Dialog title="Import a list" onClose={result ? onDone : onClose}>
      {result ? (
        <Imported result={result} onDone={onDone} />
      ) : (
        <ChangeForm
          verb={records.length > 0 ? `Import ${count(records.length)}` : 'Import'}
          placeholder="List of our earlier provider"
          missing={records.length === 0 ? 'Choose a file' : undefined}
          onSubmit={submit}
          onCancel={onClose}
        >
          <label class="field">
            <span>CSV file</span>
            <input
              class="input file"
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
            <span class="hint">
              With the columns of an export; only <code>address</code> is required. A line without a cause
              counts as suppressed by hand. Importing a file twice changes nothing.
            </span>
          </label>
          {sent > 0 && (
            <p role="status" class="muted">
              {count(sent)} of {countOf(records.length, 'line')} sent
            </p>
          )}
        </ChangeForm>
      )}
    </Dialog>
  );
}

const mostShown = 20;

function Imported({ result, onDone }: { readonly result: ImportResult; readonly onDone: () => void }) {
  const { added, unchanged, bad } = result;
  return (
    <>
      <div class="dialog-body">
        <Notice tone="ok" icon="check">
          {countOf(added, 'line')} added, {count(unchanged)} were there before.
        </Notice>
        {bad.length > 0 && (
          <Notice tone="warn" icon="alert">
            <p>{countOf(bad.length, 'line')} not imported:</p>
            <ul>
              {bad.slice(0, mostShown).map(({ line, problem }) => (
                <li key={line}>
                  Line {line}: {exact(problem)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <div class="dialog-end">
        <button type="button" class="button button-main" onClick={onDone}>
          Close
        </button>
      </div>
    </>
  );
}
