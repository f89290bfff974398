"""Runs state machines in moto's interpreter.

Reads `{definition, input, answers}` cases as JSON from standard input. `answers` holds for each function the results of
its calls, in order; the last one repeats. `{"error": name}` fails the call, and `{"token": output}` returns the task
token of the call. Prints for each case the states that were entered and the final status.
"""

import io
import json
import sys
import threading
import time

import boto3
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.core import DEFAULT_ACCOUNT_ID
from moto.stepfunctions.parser.asl.component.common.retry import retrier_decl
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils

REGION = "ap-northeast-2"
ROLE = f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:role/r"


class PlayedLambda:
    """Answers like the Lambda client of boto3."""

    def __init__(self, answers, send_task_success):
        self.answers = answers
        self.send_task_success = send_task_success
        self.calls = {}
        self.lock = threading.Lock()

    def invoke(self, FunctionName, Payload=b"{}", **_):
        name = FunctionName.split(":function:")[-1].split(":")[0]
        with self.lock:
            answers = self.answers.get(name, [{}])
            count = self.calls[name] = self.calls.get(name, 0) + 1
            answer = answers[min(count, len(answers)) - 1]
        if isinstance(answer, dict) and "error" in answer:
            body = {"errorType": answer["error"], "errorMessage": "played"}
            return {"StatusCode": 200, "FunctionError": "Unhandled", "Payload": io.BytesIO(json.dumps(body).encode())}
        if isinstance(answer, dict) and "token" in answer:
            token = json.loads(Payload)["token"]
            threading.Thread(target=self.return_token, args=(token, json.dumps(answer["token"]))).start()
            answer = {}
        return {"StatusCode": 200, "Payload": io.BytesIO(json.dumps(answer).encode())}

    def return_token(self, token, output):
        # The interpreter begins to listen for the token once the call has returned.
        for _ in range(500):
            try:
                return self.send_task_success(taskToken=token, output=output)
            except ClientError:
                time.sleep(0.01)


def run(number, case):
    client = boto3.client("stepfunctions", region_name=REGION)
    played = PlayedLambda(case["answers"], client.send_task_success)
    lambda_eval_utils.boto_client_for = lambda **_: played
    machine = client.create_state_machine(name=f"m{number}", definition=case["definition"], roleArn=ROLE)
    started = client.start_execution(stateMachineArn=machine["stateMachineArn"], input=json.dumps(case["input"]))
    arn = started["executionArn"]
    for _ in range(3000):
        status = client.describe_execution(executionArn=arn)["status"]
        if status != "RUNNING":
            break
        time.sleep(0.01)
    history = client.get_execution_history(executionArn=arn, maxResults=1000)["events"]
    entered = [event["stateEnteredEventDetails"]["name"] for event in history if "stateEnteredEventDetails" in event]
    return {"status": status, "states": entered}


class NoTime:
    """Retries wait for no time."""

    @staticmethod
    def sleep(_):
        pass


retrier_decl.time = NoTime
with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
    print(json.dumps([run(number, case) for number, case in enumerate(json.load(sys.stdin))]))
