import {
  type AwsAnswer,
  type AwsCall,
  type AwsRequest,
  type AwsService,
  jsonAnswer,
} from '../aws-service.ts';

/** A schedule as the API describes it. */
export type DescribedSchedule = {
  readonly Name: string;
  readonly GroupName: string;
  readonly Arn: string;
  readonly Target: { readonly Arn: string; readonly RoleArn: string; readonly Input?: string };
  readonly [field: string]: unknown;
};

/** The part of EventBridge Scheduler that reads schedules. None can be made while the stack runs. */
export function createSchedulerService(schedules: readonly DescribedSchedule[]): AwsService {
  return {
    name: 'scheduler',
    read,
    rights: ({ action, body }) => {
      const arns = schedules.filter(({ Name }) => Name === body['Name']).map(({ Arn }) => Arn);
      return [{ action: `scheduler:${action}`, resources: arns.length > 0 ? arns : ['*'] }];
    },
    answer: async ({ body }) => answer(body, schedules),
  };
}

function read({ method, url, headers }: AwsRequest): AwsCall | undefined {
  if (!/\/scheduler\/aws4_request/.test(headers.authorization ?? '')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://local');
  const [, name] = /^\/schedules\/([^/]+)$/.exec(pathname) ?? [];
  if (method !== 'GET') return { action: `${method} ${pathname}`, body: { Unsupported: true } };
  const GroupName = searchParams.get('groupName') ?? searchParams.get('ScheduleGroup') ?? undefined;
  return name === undefined
    ? { action: 'ListSchedules', body: { GroupName } }
    : { action: 'GetSchedule', body: { Name: decodeURIComponent(name), GroupName: GroupName ?? 'default' } };
}

function answer(
  { Name, GroupName, Unsupported }: AwsCall['body'],
  schedules: readonly DescribedSchedule[],
): AwsAnswer {
  if (Unsupported)
    return refusal(400, 'ValidationException', 'schedules of the local stack can only be read');
  const inGroup = schedules.filter((schedule) => !GroupName || schedule.GroupName === GroupName);
  if (Name === undefined) {
    const listed = inGroup.map(({ Target, ...schedule }) => ({ ...schedule, Target: { Arn: Target.Arn } }));
    return jsonAnswer(200, { Schedules: listed });
  }
  const found = inGroup.find((schedule) => schedule.Name === Name);
  return found
    ? jsonAnswer(200, found)
    : refusal(404, 'ResourceNotFoundException', `Schedule ${Name} does not exist.`);
}

function refusal(status: number, type: string, message: string): AwsAnswer {
  const answered = jsonAnswer(status, { Message: message });
  return { ...answered, headers: { ...answered.headers, 'x-amzn-errortype': type } };
}
