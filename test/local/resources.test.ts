import { describe, expect, it } from 'vitest';
import { registerResources } from '../../local/resources.ts';
import { runners } from '../../local/runners.ts';
import type { StackTemplate } from '../../local/template.ts';
import { aTemplate } from './support/assembly.ts';

const awsEndpoint = 'http://127.0.0.1:5000';

function register(resources: StackTemplate['resources'], namePrefix?: string) {
  const options = namePrefix ? { namePrefix } : {};
  return registerResources(aTemplate(resources), runners, { awsEndpoint, options });
}

describe("a template's resources", () => {
  it('can include an e-mail subscription, which a local run leaves out', () => {
    const { ofType, ignored } = register({
      Topic: { Type: 'AWS::SNS::Topic' },
      Mail: {
        Type: 'AWS::SNS::Subscription',
        Properties: { Protocol: 'email', Endpoint: 'ops@example.com' },
      },
      Queue: { Type: 'AWS::SNS::Subscription', Properties: { Protocol: 'sqs' } },
    });
    expect(ofType('AWS::SNS::Subscription').map(({ logicalId }) => logicalId)).toEqual(['Queue']);
    expect(ignored).toEqual(['AWS::SNS::Subscription']);
  });

  it('can refer to each other in any order', () => {
    const { find } = register({
      Function1A2B3C4D: {
        Type: 'AWS::Lambda::Function',
        Properties: { Environment: { QUEUE: { Ref: 'Queue1A2B3C4D' } } },
      },
      Queue1A2B3C4D: { Type: 'AWS::SQS::Queue' },
    });
    expect(find('Function', 'AWS::Lambda::Function').property('Environment')).toEqual({
      QUEUE: 'http://127.0.0.1:5000/000000000000/Tiny-Queue1A2B3C4D',
    });
  });

  it('get the local URL of an API where the CDK wrote the one on AWS', () => {
    const { resolve, localize } = register({ Api: { Type: 'AWS::ApiGatewayV2::Api' } });
    localize('https://api.execute-api.us-east-1.amazonaws.com', 'http://127.0.0.1:4710');
    const parts = [
      'https://',
      { Ref: 'Api' },
      '.execute-api.',
      { Ref: 'AWS::Region' },
      '.',
      { Ref: 'AWS::URLSuffix' },
      '/orders/new',
    ];
    expect(resolve({ 'Fn::Join': ['', parts] })).toBe('http://127.0.0.1:4710/orders/new');
    expect(resolve({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] })).toBe('http://127.0.0.1:4710');
  });

  it('include secrets with the name that the CDK takes from the ARN', () => {
    const { resolve, find } = register({ Keys1A2B3C4D: { Type: 'AWS::SecretsManager::Secret' } });
    const name = { 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'Keys1A2B3C4D' }] }] };
    const part = (index: number) => ({ 'Fn::Select': [index, { 'Fn::Split': ['-', name] }] });
    expect(resolve({ 'Fn::Join': ['-', [part(0), part(1)]] })).toBe(
      find('Keys', 'AWS::SecretsManager::Secret').name,
    );
  });

  it('keep the tables of two stacks apart by a prefix', () => {
    const { find } = register({ Messages: { Type: 'AWS::DynamoDB::GlobalTable' } }, 'a-');
    expect(find('Messages', 'AWS::DynamoDB::GlobalTable').name).toBe('a-Tiny-Messages');
  });

  it('are found by their construct path, even if it begins another path', () => {
    const { find } = register({
      EventQueue1A2B3C4D: { Type: 'AWS::SQS::Queue' },
      EventQueueDeadLetters5E6F7A8B: { Type: 'AWS::SQS::Queue' },
    });
    expect(find('EventQueue', 'AWS::SQS::Queue').logicalId).toBe('EventQueue1A2B3C4D');
    expect(() => find('Event', 'AWS::SQS::Queue')).toThrow(/found 2/);
  });

  it('are left out when they have no effect here', () => {
    const { ignored, ofType } = register({
      Alarm: { Type: 'AWS::CloudWatch::Alarm' },
      Queue: { Type: 'AWS::SQS::Queue' },
    });
    expect(ignored).toEqual(['AWS::CloudWatch::Alarm']);
    expect(ofType('AWS::CloudWatch::Alarm')).toEqual([]);
  });

  it('take their names from the template, even when it computes them', () => {
    const { find } = register({
      Queue: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: { 'Fn::Join': ['-', [{ Ref: 'AWS::StackName' }, 'events']] } },
      },
    });
    expect(find('Queue', 'AWS::SQS::Queue').name).toBe('Tiny-events');
  });
});
